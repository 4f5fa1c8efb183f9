# Ports: what the register file's ports take of each program's loops, read from its
# machine code. Without a GPU: nvcc compiles for the card that is named here.

DATA       ?= data
PORTS_ARCH ?= sm_90
NO_FFMAS   := lens precision wmma
PORTED     := $(filter-out $(NO_FFMAS),$(STEMS))
ports_of    = $(or $(C),$(PORTED))

.PHONY: ports ports-asked
ports: ports-asked ## what registers cost each loop, by its machine code (nvcc, no GPU; C=stem; K=kernel lists FFMAs)
	+@$(call locked,ports) $(MAKE) --no-print-directory -s $(if $(findstring -j,$(MAKEFLAGS)),,-j$(CORES)) \
	    build/bin/ports $(ports_of:%=$(DATA)/ports/%.csv) $(if $(C),,$(DATA)/ports/correlation.csv)
	@for s in $(ports_of); do $(if $(C),,echo "$$s:";) build/bin/ports $(if $(K),--listing --kernel '$(K)') \
	    --names build/ports/$$s.names build/ports/$$s.cubin || exit; done

ports-asked:
	@$(if $(filter-out $(PORTED),$(C)),echo "no FFMAs to look at in '$(C)'; there are $(PORTED)" >&2; exit 2,:)
	@command -v "$(NVCC)" >/dev/null 2>&1 || { echo "no nvcc here: \`make ports\` needs the CUDA Toolkit, \
	though no GPU; data/ports holds what it finds in the book's programs" >&2; exit 2; }

build/bin/ports: $(wildcard code/ports/*.[ch]) code/bench/columns.c code/bench/complain.c build/columns.inc
	@mkdir -p $(@D)
	$(CC) $(C_ALWAYS) $(CFLAGS) $(filter %.c,$^) -o $@

build/ports/%.cubin: code/%.cu
	@mkdir -p $(@D)
	$(NVCC) -cubin -arch=$(PORTS_ARCH) $(NVCC_ALWAYS) $(NVCCFLAGS) \
	    $(addprefix -include ,$(call tuned,$*,$(REFERENCE))) -MMD -MP -MF $(@:.cubin=.d) -MT $@ -o $@ $<

$(foreach s,$(PORTED),$(eval build/ports/$(s).cubin: $(call tuned,$(s),$(REFERENCE))))

# The kernels' names in the program's table, which the lens's build of it knows.
build/ports/%.names: build/lens/%
	@mkdir -p $(@D)
	$< functions >$@.new && mv $@.new $@

# Only where they are asked for: no page may wait for nvcc.
ifneq (,$(filter $(DATA)/ports/%,$(MAKECMDGOALS)))
$(PORTED:%=$(DATA)/ports/%.csv): $(DATA)/ports/%.csv: build/ports/%.cubin build/ports/%.names \
    build/bin/ports code/ports/record.sh
	code/ports/record.sh $@ $* '$(NVCC)' '-arch=$(PORTS_ARCH) $(NVCCFLAGS)' $(call tuned,$*,$(REFERENCE))

# Beside what the reference card took.
$(DATA)/ports/correlation.csv: $(PORTED:%=$(DATA)/ports/%.csv) \
    $(wildcard $(PORTED:%=$(DATA)/$(REFERENCE)/%.csv)) code/ports/compare.sh code/ports/compare.awk
	code/ports/compare.sh $@ $(DATA) $(REFERENCE) $(PORTED)
endif

.PRECIOUS: build/ports/%.cubin build/ports/%.names
-include $(wildcard build/ports/*.d)
