# The objects of tests/bench-compiles.t, each kept until something that it was made of changes.
# A compiler that says anything makes none. Wants NVCC and, for the object, ARCHS.
build/tests/compiles/%.o: %.cu
	@mkdir -p $(@D)
	@$(NVCC) $(ARCHS) $(FLAGS) $(OLD) -MMD -MP -MF $(@:.o=.d) -c $< -o $@ >$@.said 2>&1; code=$$?; \
	cat $@.said; [ $$code = 0 ] && [ ! -s $@.said ] || { rm -f $@; exit 1; }

FLAGS := -Xcicc -O1 -Xptxas -O0 -Icode -Xcompiler -Wall,-Wextra,-Wno-missing-field-initializers
# The driver's function that makes maps of tiles is asked for by a call that CUDA 13 calls
# deprecated; the first toolkits that have such maps have no other.
build/tests/compiles/code/async.o build/tests/compiles/code/registers.o: \
    OLD := -Xcompiler -Wno-deprecated-declarations
-include $(wildcard build/tests/compiles/*/*.d build/tests/compiles/*/*/*.d)
