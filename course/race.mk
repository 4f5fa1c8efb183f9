#: Study
# The race: course/race.sh. What is shared by all races is made once, for one kind of card.

RACE_O := $(filter-out build/obj/bench/main.o,$(BENCH_O))

.PHONY: race course-race
race: ## race your program of a unit on a GPU, through the queue: make race U=tiling
	@sh course/race.sh "$$U" "$$ID"

build/course/race.o: course/race.c | needs-nvcc
	@mkdir -p $(@D)
	$(CC) $(C_ALWAYS) $(CFLAGS) -isystem $(CUDA_HOME)/include -c $< $(listed)

build/course/race-flags: code/code.mk course/race.mk | needs-nvcc
	@mkdir -p $(@D)
	printf '%s\n' "nvcc='$(NVCC) -arch=$(ARCH) $(NVCC_ALWAYS) $(NVCCFLAGS)'" \
	    "link='$(NVCC) -arch=$(ARCH) -Xlinker -rpath=$(CUDA_HOME)/lib64'" \
	    "libraries='-lcublas -lcublasLt -ldl -lpthread'" "objects='$(RACE_O)'" >$@.new && mv $@.new $@

course-race: build/course/race.o build/course/race-flags $(RACE_O)

-include build/course/race.d
