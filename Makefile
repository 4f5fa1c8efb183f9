# Tiles All the Way Down: the verbs. `make help` lists them.
# Rules stand beside what they make: book/book.mk, code/code.mk.

.DEFAULT_GOAL := book
.DELETE_ON_ERROR:
SHELL := /bin/sh

include book/book.mk
include code/code.mk

##@ Read
.PHONY: serve
serve: book ## show the book at http://localhost:8000
	code/bench/serve.sh build/book 8000

##@ Run (C=stem takes one chapter)
.PHONY: verify measure profile
verify: $(PICKED:%=build/bin/%) ## check every kernel at every size (GPU)
	@for s in $(PICKED); do build/bin/$$s verify || exit; done

measure: $(PICKED:%=build/bin/%) ## measure this card into data/ (GPU)
	@for s in $(PICKED); do code/bench/measure.sh $$s || exit; done

profile: $(PICKED:%=build/bin/%) ## read hardware counters into data/ (GPU, ncu)
	@for s in $(PICKED); do code/bench/profile.sh $$s || exit; done
