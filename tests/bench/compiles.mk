# The objects of tests/bench-compiles.t, each kept until something that it was made of changes.
# A compiler that says anything makes none. Wants NVCC and, for the object, ARCHS.
build/tests/compiles/%.o: %.cu
	@mkdir -p $(@D)
	@$(NVCC) $(ARCHS) $(FLAGS) -MMD -MP -MF $(@:.o=.d) -c $< -o $@ >$@.said 2>&1; code=$$?; \
	cat $@.said; [ $$code = 0 ] && [ ! -s $@.said ] || { rm -f $@; exit 1; }

FLAGS := -Xcicc -O1 -Xptxas -O0 -Icode -Xcompiler -Wall,-Wextra,-Wno-missing-field-initializers
-include $(wildcard build/tests/compiles/*/*.d build/tests/compiles/*/*/*.d build/tests/compiles/*/*/*/*.d)
