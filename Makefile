# Tiles All the Way Down: the verbs. `make help` lists them.
# How things are made stands beside them, in the files that are included below.

.DEFAULT_GOAL := book
.DELETE_ON_ERROR:
SHELL := /bin/sh

include book/book.mk
include code/code.mk
-include code/tune/tune.mk
-include code/lens/lens.mk
-include code/loops/loops.mk
-include book/play/play.mk
-include course/course.mk

.PHONY: serve verify measure profile needs-gpu single test test-bare test-asked new readme metrics doctor setup clean help

# Programs, before a verb runs them.
built = $(call locked,programs) $(MAKE) --no-print-directory \
    $(if $(findstring -j,$(MAKEFLAGS)),,-j$(CORES)) $(1)

#: Read it
serve: book | $(filter play,$(MAKECMDGOALS)) ## show the book on http://localhost:8000 (PORT=)
	@sh book/serve.sh build/book "$${PORT:-8000}"

#: Run it on a card
# A program may need more than a card: all others go on without it, but not without the card.
fits = build/bin/$$s ready || { build/bin/$$s device >/dev/null 2>&1 || exit 2; $(if $(C),exit 2,continue); }

verify: needs-gpu ## check every kernel at every size (GPU; C=stem takes one chapter)
	+@$(call built,$(PICKED:%=build/bin/%))
	@for s in $(PICKED); do $(fits); build/bin/$$s verify || exit; done

measure: needs-gpu ## measure this card into data/ (GPU; C=stem; QUICK=1 takes fewer sizes)
	+@$(call built,$(PICKED:%=build/bin/%))
	@for s in $(PICKED); do $(fits); code/tools/measure.sh $$s $(if $(QUICK),--quick) || exit; done

profile: needs-gpu ## read hardware counters into data/ (GPU and ncu; C=stem)
	+@$(call built,$(PICKED:%=build/bin/%))
	@for s in $(PICKED); do $(fits); code/tools/profile.sh $$s || exit; done

# Before anything is compiled.
needs-gpu: needs-nvcc
	@sh code/tools/card.sh || { echo "no usable NVIDIA GPU here: no driver shows one;" \
	    '$(WITHOUT)' >&2; exit 2; }

single: | needs-nvcc ## write build/single/STEM.cu: a chapter as one file (C=stem; else all)
	@for s in $(PICKED); do sh code/single/single.sh $$s || exit; done

#: Test and change it
# Those that took longest are begun first: the last run says which, or else how much they hold.
# The book is built where one of them asks for it by the line `# Needs the book.`.
TESTS = $(or $(wildcard $(T:%=tests/%*.t)),$(shell ls -S tests/*.t))
OF_PAGES = $(shell grep -lx '. Needs the book\.' $(TESTS))
test: test-asked $(if $(filter test,$(MAKECMDGOALS)),$(if $(OF_PAGES),book)) ## run all tests (T=pattern takes some)
	@sh code/tools/writable.sh build && mkdir -p build
	@PERL5LIB=tests/lib$${PERL5LIB:+:$$PERL5LIB} prove --formatter Closing -j$(CORES) --failures --comments --statefile build/.prove --state=save $(if $(T),,$(and $(wildcard build/.prove),--state=slow)) $(TESTS)

test-bare: ## run the commands of README.md on a bare Debian (root; SUITE=bookworm or trixie)
	@sh tests/bare.sh "$${SUITE:-bookworm}"

test-asked:
	@for t in $$T; do ls tests/$$t*.t >/dev/null 2>&1 || { echo "no test is called '$$t'; there are" \
	    $(patsubst tests/%.t,%,$(wildcard tests/*.t)) >&2; exit 2; }; done

new: ## begin a chapter: make new C=stem
	@sh book/new.sh "$$C"

readme: build/labels/_sidebar.tsv ## write into README.md what the records say: the ladder, lens and card
	@sh book/edition/readme.sh README.md

metrics: ## all names of measured numbers that prose may use, with unit and meaning
	@$(READ) --lua-filter book/list_metrics.lua -o /dev/null /dev/null

#: This machine
doctor: ## what is here, what is missing, what each lack costs
	@sh book/doctor.sh '$(NVCC)'

setup: ## install what is missing (Debian and Ubuntu)
	@sh book/setup.sh $(filter test,$(MAKECMDGOALS))

clean: ## remove all that can be made again; data/ stays
	@sh code/tools/writable.sh build
	rm -rf build

help: ## this list
	@awk -f book/help.awk $(MAKEFILE_LIST)
