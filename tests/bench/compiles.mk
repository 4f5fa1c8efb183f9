# The objects of tests/bench-compiles.t, each kept until something that it was made of changes.
# A compiler that says anything makes none. Wants NVCC and, for the object, ARCHS.
build/tests/compiles/%.o: %.cu
	@mkdir -p $(@D)
	@$(NVCC) $(ARCHS) $(FLAGS) $(DEAD) -MMD -MP -MF $(@:.o=.d) -c $< -o $@ >$@.said 2>&1; code=$$?; \
	cat $@.said; [ $$code = 0 ] && [ ! -s $@.said ] || { rm -f $@; exit 1; }

FLAGS := -Xcicc -O1 -Xptxas -O0 -Icode -Xcompiler -Wall,-Wextra,-Wno-missing-field-initializers
# With one stage a loop has no turn and a branch is dead; nvcc wonders about what is in them.
build/tests/compiles/code/async.o: DEAD := -diag-suppress 186,68
-include $(wildcard build/tests/compiles/*/*.d build/tests/compiles/*/*/*.d)
