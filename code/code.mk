# How a program is made: code/<stem>.cu by nvcc, the bench by the C compiler.

NVCC      ?= $(or $(shell command -v nvcc),$(wildcard /usr/local/cuda/bin/nvcc))
CUDA_HOME ?= $(abspath $(dir $(NVCC))..)
ARCH      ?= native
NVCCFLAGS ?= -O3 -lineinfo
CFLAGS    ?= -O2
C_ALWAYS  := -std=c11 -Wall -Wextra -Werror -iquote code -iquote build -DCUDA_API_PER_THREAD_DEFAULT_STREAM
# A stream that can be recorded: the old default stream of all threads cannot. Machine code that a
# probe finds in its own program.
NVCC_ALWAYS := -Icode --default-stream per-thread --no-compress

# Where records go.
DATA      ?= data
STEMS     := $(sort $(patsubst code/%.cu,%,$(wildcard code/*.cu)))
PICKED     = $(or $(C),$(STEMS))
ifneq (,$(and $(filter verify measure profile lens same,$(MAKECMDGOALS)),$(filter-out $(STEMS),$(C))))
$(error no program for '$(filter-out $(STEMS),$(C))'; there are $(STEMS))
endif
# What a compiler makes comes beside and takes its place when it is whole, and so does the list of what it was made
# from: one that was cut short would stop each make after it.
whole = -o $@.new && mv $@.new $@
listed = -MMD -MP -MF $@.d.new -MT $@ -o $@.new && mv $@.d.new $(basename $@).d && mv $@.new $@
# The host side, what of it needs a card, and the probes of the machine, some of which read machine code.
HOST      := $(filter-out code/bench/provenance.c,$(wildcard code/bench/*.c))
BENCH     := $(HOST) $(foreach d,bench/gpu probes,$(wildcard code/$(d)/*.c code/$(d)/*.cu)) \
    $(addprefix code/loops/,exchange.c name.c sass.c)
BENCH_O   := $(patsubst code/%,build/obj/%.o,$(basename $(BENCH)))
HASHED    := code/tools/hash.sh code/tools/tokens.awk $(wildcard code/*.h code/kernels/*.h code/probes/*)
WITHOUT   := `make lens` runs the programs on the CPU and `make book` works without
include code/bench/columns.mk
build/obj/bench/columns.o build/lens/obj/bench/columns.o: build/columns.inc


$(filter build/obj/bench/% build/obj/probes/% build/obj/loops/%,$(patsubst code/%.c,build/obj/%.o,$(BENCH))): build/obj/%.o: code/%.c | needs-nvcc
	@mkdir -p $(@D)
	$(CC) $(C_ALWAYS) $(CFLAGS) -DWITHOUT='"$(WITHOUT)"' -isystem $(CUDA_HOME)/include \
	    -c $< $(listed)

build/obj/%.o: code/%.cu | needs-nvcc
	@mkdir -p $(@D)
	$(NVCC) $(call arch_of,$*) $(NVCC_ALWAYS) $(NVCCFLAGS) $(call tuned_here,$*) -Xcompiler -Wall \
	    -c $< $(listed)

# Names that a chapter's front matter has behind one of these keys, each between blanks; nothing, if there are none.
named = "$(foreach n,$(shell sed -En '/^---/,/^---/s/^($(2)): *//p' $(wildcard chapters/$(1).md) /dev/null | tr , ' '), $(n) )"
$(foreach s,$(STEMS),$(eval build/obj/$(s).provenance.o: $(wildcard chapters/$(s).md)))

# Instructions that are of one architecture alone, as those of warpgroup.h: a program that asks for them is
# compiled for just that one, where the card has it.
a_9_0 = $(or $(filter sm_90,$(ARCH)),$(and $(filter native,$(ARCH)),$(filter 9.0,$(shell nvidia-smi --query-gpu=compute_cap --format=csv$(comma)noheader 2>/dev/null))))
comma := ,
arch_of = $(if $(and $(shell grep -l kernels/warpgroup.h code/$(1).cu 2>/dev/null),$(a_9_0)),-gencode=arch=compute_90a$(comma)code=sm_90a,-arch=$(ARCH))

# What a record says of its program is compiled in beside it.
build/obj/%.provenance.o: code/bench/provenance.c code/%.cu $(HASHED) | needs-nvcc
	@mkdir -p $(@D)
	set -- $(call tuned_here,$*); \
	hash=$$(code/tools/hash.sh code/$*.cu $${2:+"$$2"}) || exit; \
	$(CC) $(C_ALWAYS) -DSTEM='"$*"' -DSOURCE_SHA256="\"$$hash\"" \
	    -DCOMPILER='"nvcc $(shell $(NVCC) --version | sed -n 's/.*, V//p')"' \
	    -DFLAGS='"$(call arch_of,$*) $(NVCCFLAGS)'"$(call tuned_here,$*)"'"' \
	    -DHEADLINES='$(call named,$*,rung|headlines)' -DALONE='$(call named,$*,alone)' -c $< $(whole)

build/bin/%: build/obj/%.o build/obj/%.provenance.o $(BENCH_O)
	@mkdir -p $(@D)
	$(NVCC) -arch=$(ARCH) -Xlinker -rpath=$(CUDA_HOME)/lib64 $^ -lcublas -lcublasLt -ldl -lpthread $(whole)

# Of records that were measured before a program changed: do they still hold?
.PHONY: same
same: ## join records to a program that changed since commit OLD in names alone, or not in its machine code (nvcc; C=stem)
	@sh code/tools/same.sh $(REFERENCE) '$(NVCC)' '$(NVCC_ALWAYS)' '$(OLD)' $(C)

.PHONY: needs-nvcc
needs-nvcc:
	@command -v "$(NVCC)" >/dev/null 2>&1 || { echo 'no nvcc here: this needs the CUDA Toolkit' \
	    'and an NVIDIA GPU; $(WITHOUT)' >&2; exit 2; }

.PRECIOUS: build/obj/%.o build/obj/%.provenance.o build/bin/%
-include $(wildcard build/obj/*.d build/obj/bench/*.d build/obj/bench/gpu/*.d build/obj/probes/*.d build/obj/loops/*.d)
