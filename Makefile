# Tiles All the Way Down: the verbs. `make help` lists them.
# How things are made stands beside them: book/book.mk, code/code.mk, code/lens/lens.mk.

.DEFAULT_GOAL := book
.DELETE_ON_ERROR:
SHELL := /bin/sh

include book/book.mk
include code/code.mk
-include code/tune/tune.mk
-include code/lens/lens.mk

.PHONY: serve verify measure profile test new readme doctor setup clean help

serve: book ## show the book on http://localhost:8000
	@sh book/serve.sh build/book 8000

verify: $(PICKED:%=build/bin/%) ## check every kernel at every size (GPU; C=stem takes one chapter)
	@for s in $(PICKED); do build/bin/$$s verify || exit; done

measure: $(PICKED:%=build/bin/%) ## measure this card into data/ (GPU; C=stem; QUICK=1 takes fewer sizes)
	@for s in $(PICKED); do code/bench/measure.sh $$s $(if $(QUICK),--quick) || exit; done

profile: $(PICKED:%=build/bin/%) ## read hardware counters into data/ (GPU and ncu; C=stem)
	@for s in $(PICKED); do code/bench/profile.sh $$s || exit; done

test: book ## run all tests (T=pattern takes some)
	@prove -j$(CORES) $(or $(wildcard $(T:%=tests/%*.t)),tests)

new: ## begin a chapter: make new C=stem
	@sh book/new.sh '$(C)'

readme: build/labels/_sidebar.tsv ## redraw the ladder in README.md from the records
	@sh book/readme.sh README.md

doctor: ## what is here, what is missing, what each lack costs
	@sh book/doctor.sh '$(NVCC)'

setup: ## install what is missing (Debian and Ubuntu)
	@sh book/setup.sh

clean: ## remove all that can be made again; data/ stays
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | sort -u | awk -F '\t' '{ printf "  make %-8s %s\n", $$1, $$2 }'
