# The kernels of tests/bench/mutants.sh, as a program for the card.
build/obj/mutants.o: tests/bench/mutants.cu | needs-nvcc
	@mkdir -p $(@D)
	$(NVCC) -arch=$(ARCH) $(NVCC_ALWAYS) $(NVCCFLAGS) -Icode -c $< -o $@

build/obj/mutants.provenance.o: code/bench/provenance.c | needs-nvcc
	@mkdir -p $(@D)
	$(CC) $(C_ALWAYS) -DSTEM='"mutants"' -DSOURCE_SHA256='""' -DCOMPILER='""' \
	    -DFLAGS='""' -c $< -o $@
