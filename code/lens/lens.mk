#: Run it without a GPU
# How the lens builds a program: code/<stem>.cu by g++, with the sanitizer's
# calls before every access; the bench and the lens by the C compiler.

LENS_CXX   ?= g++
# Every access that the source makes stays one, and stays on its line: nothing
# that splits, joins, copies or moves them. inline-functions puts device
# functions where a GPU compiler puts them: into the kernel. An int wraps, so that an
# offset that passes 2^31 goes wrong here too.
LENS_EXACT := -O2 -fsanitize=thread,bounds,alignment \
    --param tsan-instrument-func-entry-exit=0 \
    -fno-tree-sra -fno-ipa-sra -fno-tree-vectorize -fno-tree-pre \
    -fno-tree-loop-distribute-patterns -fno-tree-tail-merge -fno-ipa-icf \
    -fno-tree-sink -fno-tree-cselim -fno-thread-jumps -fno-crossjumping \
    -fno-split-loops -fno-unswitch-loops -fno-tree-loop-im \
    -fno-hoist-adjacent-loads -fno-code-hoisting -fno-tree-fre \
    -freorder-blocks-algorithm=simple -fno-optimize-sibling-calls \
    -fno-store-merging -fno-partial-inlining -fno-ipa-cp-clone \
    -finline-functions -fno-strict-aliasing -fno-pie -fwrapv \
    -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset -fno-builtin-memcmp \
    -Werror=frame-larger-than=122880
# A variable that no thread has set holds nonsense, not a lucky zero, where the compiler can (GCC 12);
# no-tree-fre above, since that pass takes what some threads set for set by all.
LENS_POISON = $(shell $(LENS_CXX) -ftrivial-auto-var-init=pattern -E -x c++ /dev/null >/dev/null 2>&1 && \
    echo -ftrivial-auto-var-init=pattern)
# What calls move themselves the sanitizer does not announce: unseen.awk reads of it here.
LENS_TOLD  := -fdump-tree-tsan-raw-uid-lineno=
LENS_WARN  := -Wall -Wno-sign-compare -Wno-unknown-pragmas \
    -Wno-unused-function -Wno-missing-field-initializers -Wno-psabi -Wno-tsan
LENS_C     := $(C_ALWAYS) -O3 -fno-pie -U_FORTIFY_SOURCE \
    -Icode/lens/cuda

LENS_SRC   := $(HOST) $(filter-out code/lens/source.c,$(wildcard code/lens/*.c))
LENS_O     := $(LENS_SRC:code/%.c=build/lens/obj/%.o)

# A hook passes on where its frame is, so the frame must be there: GCC 11 lets it go before the last call.
build/lens/obj/lens/hooks.o: LENS_C += -fno-optimize-sibling-calls

build/lens/obj/%.o: code/%.c code/lens/lens.mk
	@mkdir -p $(@D)
	$(CC) $(LENS_C) -c $< $(listed)

.PHONY: needs-gcc
needs-gcc:
	@sh code/lens/compiler.sh $(LENS_CXX)

# $(1) is the source: a chapter's, or one of tests/lens. It goes through
# launch.sed with all that it includes, and with its macros still unexpanded.
define lens_program
build/lens/obj/$(1:.cu=.o): $(1) code/lens/launch.sed code/lens/unseen.awk code/lens/lens.mk $(call tuned,$(2),$(REFERENCE)) | needs-gcc
	@mkdir -p $$(@D)
	$(LENS_CXX) -x c++ -E -fdirectives-only -std=gnu++17 \
	    -iquote $(dir $(1)) -iquote code \
	    -Icode/lens/cuda -include cuda_runtime.h -MMD -MP \
	    $(addprefix -include ,$(call tuned,$(2),$(REFERENCE))) \
	    -MF $$(@:.o=.d.new) -MT $$@ $$< -o $$(@:.o=.ii)
	sed -f code/lens/launch.sed $$(@:.o=.ii) | \
	    $(LENS_CXX) -x c++ -fpreprocessed -fdirectives-only $(LENS_EXACT) \
	    $$(LENS_POISON) $(LENS_WARN) $(LENS_TOLD)$$(@:.o=.calls) -gdwarf-4 -fno-var-tracking -fdebug-prefix-map="$$$$PWD"= \
	    -std=gnu++17 -c - -o $$@.new
	@awk -f code/lens/unseen.awk $$(@:.o=.calls) >&2 && rm $$(@:.o=.calls) && \
	    mv $$(@:.o=.d.new) $$(@:.o=.d) && mv $$@.new $$@

build/lens/obj/$(1:.cu=.provenance.o): code/bench/provenance.c $(1) $(HASHED)
	@mkdir -p $$(@D)
	$(CC) $(C_ALWAYS) -fno-pie -DSTEM='"$(basename $(notdir $(1)))"' \
	    -DSOURCE_SHA256="\"$$$$(code/tools/hash.sh $(1))\"" \
	    -DCOMPILER='"$(LENS_CXX)"' -DFLAGS='""' -c $$< $$(whole)

build/lens/obj/$(1:.cu=.source.o): code/lens/source.c
	@mkdir -p $$(@D)
	$(CC) $(LENS_C) -DLENS_SOURCE='"$(1)"' -c $$< $$(whole)

build/lens/$(2): build/lens/obj/$(1:.cu=.o) \
    build/lens/obj/$(1:.cu=.provenance.o) \
    build/lens/obj/$(1:.cu=.source.o) $(LENS_O)
	@mkdir -p $$(@D)
	$(LENS_CXX) -no-pie $$^ -lm $$(whole)
endef

LENS_TESTS := $(wildcard tests/lens/*.cu)
$(foreach s,$(STEMS),$(eval $(call lens_program,code/$(s).cu,$(s))))
$(foreach t,$(LENS_TESTS),$(eval \
    $(call lens_program,$(t),tests/$(basename $(notdir $(t))))))

# Kernels that must be rejected, each for its reason, and unusual ones that must not be.
JUDGED := $(wildcard tests/bad/*.cu tests/good/*.cu)
$(foreach t,$(JUDGED),$(eval \
    $(call lens_program,$(t),$(t:tests/%.cu=judged/%))))

# Kernels with a change in one line: tests/lens/mutants.sh writes them.
MUTANTS := $(wildcard build/lens/mutants/*/*.cu)
$(foreach t,$(MUTANTS),$(eval \
    $(call lens_program,$(t),$(t:build/lens/%.cu=%))))

# Programs that tests/lens-drawn.t has drawn, by their numbers.
$(foreach d,$(DRAWN),$(eval $(call lens_program,build/lens/drawn/$(d).cu,drawn/$(d))))

# `make lens` counts at the sizes at which `make profile` reads the hardware's
# counters, and traces what the figures are drawn from: into build/lens/data,
# what has changed since the last time, and from there all of it into $(DATA).
LENS_DATA  := build/lens/data
# Each is trace|script|program|name.
ASKED      := $(shell awk -f code/lens/asked.awk $(wildcard plots/*.gp drawings/*.lua) /dev/null)
asked       = $(word $(1),$(subst |, ,$(2)))
TRACES      = $(foreach t,$(ASKED),$(if \
    $(filter $(call asked,3,$(t)),$(PICKED)),trace-$(call asked,1,$(t))))

.PHONY: lens lens-all lens-tests $(STEMS:%=count-%) $(foreach t,$(ASKED),trace-$(call asked,1,$(t)))
lens: ## run and count every kernel on the CPU (C=stem)
	+@$(call locked,lens) $(MAKE) --no-print-directory -s \
	    $(if $(findstring -j,$(MAKEFLAGS)),,-j$(CORES)) lens-all
	@$(foreach s,$(C),if [ -e $(DATA)/lens/$(s).csv ]; then awk -f code/lens/table.awk $(DATA)/lens/$(s).csv; \
	    else echo 'code/$(s).cu multiplies no matrices: there is nothing to count'; fi;)

# Long programs take long: they are begun first.
SORTED = $(patsubst code/%.cu,%,$(shell ls -S $(PICKED:%=code/%.cu) 2>/dev/null))

lens-all: $(SORTED:%=count-%) $(TRACES) $(if $(filter lens,$(PICKED)),mistakes) \
    $(if $(filter tiling,$(PICKED)),barriers)

# FILE, below lens/, from build/lens/data to $(DATA), if it is another.
keep = cmp -s $(LENS_DATA)/lens/$(1) $(DATA)/lens/$(1) || { \
    sh code/tools/writable.sh $(DATA)/lens && mkdir -p $(DATA)/lens/$(dir $(1)) && \
    cp $(LENS_DATA)/lens/$(1) $(DATA)/lens/$(1).part && \
    mv $(DATA)/lens/$(1).part $(DATA)/lens/$(1); }

# What verify says is kept too, and told each time; and the table, which drawings
# read. A program without kernels has neither counts nor a table.
$(STEMS:%=$(LENS_DATA)/%.verified): $(LENS_DATA)/%.verified: build/lens/%
	@mkdir -p $(@D)/lens/tables
	{ echo '# program: code/$*.cu' && echo "# source-sha256: $$(code/tools/hash.sh code/$*.cu)" && \
	    build/lens/$* describe; } >$(@D)/lens/tables/$*.txt
	build/lens/$* verify >$@.part || { cat $@.part; exit 1; }
	build/lens/$* count --data $(LENS_DATA)
	mv $@.part $@

$(STEMS:%=count-%): count-%: $(LENS_DATA)/%.verified
	cat $<
	[ ! -e $(LENS_DATA)/lens/$*.csv ] || { $(call keep,$*.csv); }
	[ ! -e $(LENS_DATA)/lens/$*.csv ] || { $(call keep,tables/$*.txt); }

MISTAKES := no_first_barrier no_second_barrier after_a misaligned_float4 unwritten_shared \
    barrier_after_return
$(LENS_DATA)/lens/transcripts/mistakes.txt: build/lens/tests/bad code/lens/mistakes.sh code/tools/record.sh
	code/lens/mistakes.sh $@ tests/lens/bad.cu $(MISTAKES:%='$< count --size 64 --kernel %')

.PHONY: mistakes
mistakes: $(LENS_DATA)/lens/transcripts/mistakes.txt
	$(call keep,transcripts/mistakes.txt)

# The tiled kernels without one of the barriers of their loop.
BARRIERS := first second
$(foreach b,$(BARRIERS),$(eval \
    $(call lens_program,build/lens/removed/$(b).cu,removed/$(b))))
build/lens/removed/first.cu: code/tiling.cu code/lens/removed.awk
	@mkdir -p $(@D)
	awk -v n=1 -f code/lens/removed.awk $< >$@.new && mv $@.new $@
build/lens/removed/second.cu: code/tiling.cu code/lens/removed.awk
	@mkdir -p $(@D)
	awk -v n=2 -f code/lens/removed.awk $< >$@.new && mv $@.new $@
$(LENS_DATA)/lens/transcripts/barriers.txt: $(BARRIERS:%=build/lens/removed/%) code/lens/mistakes.sh \
    code/tools/record.sh
	code/lens/mistakes.sh $@ code/tiling.cu $(BARRIERS:%='build/lens/removed/% count --size 16 --kernel tile-8')

.PHONY: barriers
barriers: $(LENS_DATA)/lens/transcripts/barriers.txt
	$(call keep,transcripts/barriers.txt)

# $(1) is a trace, $(2) the script that asks for it, $(3) its program, $(4) its name there.
define lens_trace
$(LENS_DATA)/lens/traces/$(1).tsv: $(2) build/lens/$(3) code/lens/trace.sh code/tools/record.sh
	@mkdir -p $$(@D)
	code/lens/trace.sh $$< $$@ $(4)

trace-$(1): $(LENS_DATA)/lens/traces/$(1).tsv
	$$(call keep,traces/$(1).tsv)
endef
$(foreach t,$(ASKED),$(eval $(call lens_trace,$(call asked,1,$(t)),$(call \
    asked,2,$(t)),$(call asked,3,$(t)),$(call asked,4,$(t)))))

lens-tests: $(LENS_TESTS:tests/lens/%.cu=build/lens/tests/%)

-include $(wildcard build/lens/obj/*/*.d build/lens/obj/*/*/*.d)

# The same in a page.
-include code/lens/web/play.mk
