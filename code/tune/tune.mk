#: Run it on a card
# The tuner, and what its winners give back: a program of which there is a
# record of winners is compiled with the header that lists them.

TUNE      := $(wildcard code/tune/*.c)
LOOPS_O   := $(patsubst %,build/obj/loops/%.o,law sass)
TUNE_O    := $(TUNE:code/%.c=build/obj/%.o) build/obj/tune/packed.o $(LOOPS_O) \
    build/obj/tune/bench.a
# Those that can be compiled for one choice of constants, by themselves or as a launcher.
TUNABLE    = $(patsubst code/%.cu,%,$(shell grep -l '^\#ifdef CONSTANTS' code/*.cu)) \
    $(patsubst code/tune/launchers/%.cu,%,$(wildcard code/tune/launchers/*.cu))
TUNE_HOW   = $(if $(QUICK),--mode search --size 4096,--mode both) --data data

.PHONY: tune tune-asked
tune: tune-asked needs-gpu ## search the kernels' constants on this card (GPU; C=stem; QUICK=1)
	+@$(call built,build/bin/tune)
	@for s in $(or $(C),$(TUNABLE)); do \
	    build/bin/tune $$s $(TUNE_HOW) || exit; done

tune-asked:
	@$(if $(filter-out $(TUNABLE),$(C)),echo "nothing to tune in '$(C)'; \
	what can be tuned: $(TUNABLE)" >&2; exit 2,:)

build/obj/tune/nvrtc.o: C_NVCC := -DCUDA_HOME='"$(CUDA_HOME)"'
build/obj/tune/nvcc.o: C_NVCC := -DNVCC='"$(NVCC)"' -DNVCCFLAGS='"$(NVCCFLAGS)"'
build/obj/tune/%.o: code/tune/%.c | needs-nvcc
	@mkdir -p $(@D)
	$(CC) $(C_ALWAYS) $(CFLAGS) $(C_NVCC) -isystem $(CUDA_HOME)/include \
	    -c $< $(listed)

build/obj/tune/packed.o: code/tune/packed.cu | needs-nvcc
	@mkdir -p $(@D)
	$(NVCC) -arch=$(ARCH) $(NVCC_ALWAYS) $(NVCCFLAGS) -c $< $(listed)

build/obj/loops/%.o: code/loops/%.c
	@mkdir -p $(@D)
	$(CC) $(C_ALWAYS) $(CFLAGS) -c $< $(listed)

# Of the bench it takes what it uses; main() is its own.
build/obj/tune/bench.a: $(BENCH_O)
	@rm -f $@.new && ar rcs $@.new $^ && mv $@.new $@

build/bin/tune: $(TUNE_O)
	@mkdir -p $(@D)
	$(NVCC) -arch=$(ARCH) -cudart shared -Xlinker --export-dynamic \
	    -Xlinker -rpath=$(CUDA_HOME)/lib64 $^ -lnvrtc -lcublas -lcublasLt -ldl -lpthread $(whole)

# One header for each record of winners: build/tuned/<card>/<stem>.h, for programs
# that ask for WINNERS. On a GPU a program takes that of the card that is there, on
# the CPU the reference's. What a folder is called is no command: only slugs are
# looked at.
REFERENCE := nvidia-h200
ASKS      := $(patsubst code/%.cu,%,$(shell grep -l '^\#ifndef WINNERS' code/*.cu))
TUNED     := $(filter $(ASKS:%=build/tuned/\%/%.h),$(patsubst data/%-winners.csv,build/tuned/%.h, \
    $(shell printf '%s\n' data/*/*-winners.csv | LC_ALL=C grep -x '[a-z0-9/-]*.csv')))
tuned      = $(filter $(addsuffix /$(1).h,build/tuned/$(or $(2),%)),$(TUNED))
tuned_here = $(if $(call tuned,$(1)),$$(code/tune/include.sh $(1)))

build/tuned/%.h: data/%-winners.csv code/tune/winners.awk
	@mkdir -p $(@D)
	@awk -f code/tune/winners.awk $< > $@.new && mv $@.new $@

$(foreach s,$(STEMS),$(eval build/obj/$(s).o build/obj/$(s).provenance.o: \
    $(call tuned,$(s))))

-include $(wildcard build/obj/tune/*.d build/obj/loops/*.d)
