# The stage of the bench, whose device part the lens runs: for tests/bench-stage.t.
$(eval $(call lens_program,code/bench/gpu/large.cu,tests/large))
$(eval $(call lens_program,tests/bench/stage.cu,tests/stage))
build/lens/tests/stage: build/lens/obj/bench/gpu/stage.o build/lens/obj/code/bench/gpu/large.o
