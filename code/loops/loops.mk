#: Run it without a GPU
# Loops: what the register file's banks take of each program's loops, read from its
# machine code. Without a GPU: nvcc compiles for the card that is named here.

LOOPS_ARCH ?= sm_90
# Programs whose kernels have none.
NO_FFMAS   := latency lens precision wmma
SCORED     := $(filter-out $(NO_FFMAS),$(STEMS))
loops_of    = $(or $(C),$(SCORED))

.PHONY: loops loops-asked
loops: loops-asked ## what registers cost each loop, by its machine code (nvcc, no GPU; C=stem; K=kernel lists FFMAs)
	+@$(call locked,loops) $(MAKE) --no-print-directory -s $(if $(findstring -j,$(MAKEFLAGS)),,-j$(CORES)) \
	    build/bin/loops $(loops_of:%=$(DATA)/loops/%.csv) $(if $(C),,$(DATA)/loops/correlation.csv)
	@for s in $(loops_of); do $(if $(C),,echo "$$s:";) build/bin/loops $(if $(K),--listing --kernel '$(K)') \
	    --names build/loops/$$s.names build/loops/$$s.cubin || exit; done

loops-asked:
	@$(if $(filter-out $(SCORED),$(C)),echo "no FFMAs to look at in '$(C)'; there are $(SCORED)" >&2; exit 2,:)
	@command -v "$(NVCC)" >/dev/null 2>&1 || { echo "no nvcc here: \`make loops\` needs the CUDA Toolkit, \
	though no GPU; data/loops holds what it finds in the book's programs" >&2; exit 2; }

build/bin/loops: $(wildcard code/loops/*.[ch]) $(foreach f,cubin columns complain,code/bench/$(f).c) build/columns.inc
	@mkdir -p $(@D)
	$(CC) $(C_ALWAYS) $(CFLAGS) $(filter %.c,$^) $(whole)

build/loops/%.cubin: code/%.cu
	@mkdir -p $(@D)
	$(NVCC) -cubin -arch=$(LOOPS_ARCH) $(NVCC_ALWAYS) $(NVCCFLAGS) \
	    $(addprefix -include ,$(call tuned,$*,$(REFERENCE))) $< $(listed)

$(foreach s,$(SCORED),$(eval build/loops/$(s).cubin: $(call tuned,$(s),$(REFERENCE))))

# The kernels' names in the program's table, which the lens's build of it knows.
build/loops/%.names: build/lens/%
	@mkdir -p $(@D)
	$< describe | awk '$$6 !~ /PATTERN/' >$@.new && mv $@.new $@

# Only where they are asked for: no page may wait for nvcc.
ifneq (,$(filter $(DATA)/loops/%,$(MAKECMDGOALS)))
$(SCORED:%=$(DATA)/loops/%.csv): $(DATA)/loops/%.csv: build/loops/%.cubin build/loops/%.names \
    build/bin/loops code/loops/record.sh code/tools/record.sh
	code/loops/record.sh $@ $* '$(NVCC)' '-arch=$(LOOPS_ARCH) $(NVCCFLAGS)' $(call tuned,$*,$(REFERENCE))

# Beside what the reference card took.
$(DATA)/loops/correlation.csv: $(SCORED:%=$(DATA)/loops/%.csv) \
    $(wildcard $(SCORED:%=$(DATA)/$(REFERENCE)/%.csv)) code/loops/compare.sh code/loops/compare.awk
	code/loops/compare.sh $@ $(DATA) $(REFERENCE) $(SCORED)
endif

.PRECIOUS: build/loops/%.cubin build/loops/%.names
-include $(wildcard build/loops/*.d)
