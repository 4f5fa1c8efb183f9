#: Study
# The course: what a student's program is judged with. course/staff/staff.mk is not part of
# what students get.

COURSE_UNITS := $(patsubst course/units/%/unit,%,$(wildcard course/units/*/unit))
JUDGE_C      := judge flight chooser seal
JUDGE_O      := $(filter-out %/bench/main.o,$(LENS_O)) $(JUDGE_C:%=build/course/%.o)
COURSE_O     := $(foreach u,$(COURSE_UNITS),build/course/$(u).source.o build/course/$(u).provenance.o)

.PHONY: start predict try submit course-judge
start: ## begin a unit of the course: make start U=tiling ID=anna
	@sh course/start.sh "$$U" "$$ID"

predict: ## is your sheet of predictions complete? make predict U=tiling
	@sh course/predict.sh "$$U"

try: ## judge your program of a unit by the lens (no GPU): make try U=tiling
	@sh course/try.sh "$$U"

submit: ## put a unit into one file to hand in: make submit U=tiling
	@sh course/submit.sh "$$U"

$(JUDGE_C:%=build/course/%.o): build/course/%.o: course/%.c
	@mkdir -p $(@D)
	$(CC) $(LENS_C) -iquote . -c $< $(listed)

build/course/%.source.o: code/lens/source.c
	@mkdir -p $(@D)
	$(CC) $(LENS_C) -DLENS_SOURCE='"$*.cu"' -c $< $(whole)

build/course/%.provenance.o: code/bench/provenance.c
	@mkdir -p $(@D)
	$(CC) $(LENS_C) -DSTEM='"$*"' -DSOURCE_SHA256='""' -DCOMPILER='"$(LENS_CXX)"' -DFLAGS='""' -c $< $(whole)

# A function of a program that is judged does not run past its end and has no table of jumps.
# What takes a stack beyond its end comes to a page that cannot be accessed. On x86-64 the
# function has a frame besides, and keeps no register for its caller: frames.awk reads it.
JUDGED_X86  = -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-shrink-wrap -mno-red-zone -maccumulate-outgoing-args -fcf-protection=none \
    -fcall-used-rbx -fcall-used-r12 -fcall-used-r13 -fcall-used-r14 -fcall-used-r15
JUDGED      = -fsanitize=object-size,return,unreachable -fno-jump-tables -fno-reorder-blocks-and-partition \
    -fstack-clash-protection -Werror=vla -Werror=alloca \
    $(if $(filter x86_64-%,$(shell $(LENS_CXX) -dumpmachine)),$(JUDGED_X86))

build/course/flags: code/lens/lens.mk course/course.mk $(LENS_SRC)
	@mkdir -p $(@D)
	printf '%s\n' "cxx='$(LENS_CXX)'" "exact='$(LENS_EXACT) $(LENS_POISON) $(JUDGED)'" "warn='$(LENS_WARN)'" "told='$(LENS_TOLD)'" \
	    "objects='$(JUDGE_O:%=tree/%)'" >$@.new && mv $@.new $@

# What headers of the lens call by name, but for copies to constants, which nobody counts.
build/course/device-names: $(wildcard code/lens/cuda/*.h) course/course.mk
	@mkdir -p $(@D)
	cat $(filter %.h,$^) | grep -o 'lens_[a-z_0-9]*' | grep -vx 'lens_symbol\|lens_stream_new' | sort -u >$@.new && mv $@.new $@

course-judge: $(JUDGE_O) $(COURSE_O) build/course/flags build/course/device-names

-include $(JUDGE_C:%=build/course/%.d)
include course/race.mk
-include course/staff/staff.mk
