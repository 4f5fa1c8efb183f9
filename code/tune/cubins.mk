# cubins.mk: configurations of one source, side by side: CONFIG.cubin by NVRTC and
# CONFIG.nvcc.cubin by nvcc, or, of a stem that has a launcher, CONFIG.so by nvcc.
# compile.c asks for them and gives
#
#   FOLDER STEM        what snapshot.sh has printed, for which stem
#   TUNE ARCH          the tuner itself, which has NVRTC, and the architecture
#   NVCC NVCCFLAGS     nvcc with the options of the chapter's program
#
# Each that is done prints its name. What a compiler complains of stays in CUBIN.log.

SHELL := /bin/sh
comma := ,
constants = $(subst x,$(comma),$(subst -,$(comma),$(*F)))
done = >$@.log 2>&1 && mv $@.tmp $@ && rm $@.log; status=$$?; \
    rm -f $@.tmp; echo $(*F); exit $$status

# To nvcc a bare comma is the end of one definition.
$(FOLDER)/%.nvcc.cubin:
	@'$(NVCC)' -cubin -I$(FOLDER)/source $(NVCCFLAGS) \
	    '-DCONSTANTS=$(subst $(comma),\$(comma),$(constants))' \
	    -o $@.tmp $(FOLDER)/source/$(STEM).cu $(done)

# The tuner and what it loads share one CUDA runtime.
$(FOLDER)/%.so:
	@'$(NVCC)' -shared -cudart shared -Xcompiler -fPIC --default-stream per-thread \
	    -I$(FOLDER)/source $(NVCCFLAGS) '-DCONSTANTS=$(subst $(comma),\$(comma),$(constants))' \
	    -o $@.tmp -x cu $(FOLDER)/source/$(STEM).cu $(done)

$(FOLDER)/%.cubin:
	@$(TUNE) nvrtc $(ARCH) $(constants) $(FOLDER)/source/$(STEM).cu $@.tmp $(done)
