#: Read it
# How the book is made: records become tables, tables figures; chapters become labels,
# then pages. Which files a page is made of, its own build/deps/<page>.d says.

# Texts are UTF-8, [a-z] is what it says and numbers have a point, wherever the reader lives.
export LC_ALL := C.UTF-8

PANDOC   ?= pandoc
GNUPLOT  ?= gnuplot
# So scripts get them, as all that is said on the command line (DEVICE=, FILE=): from the environment, where
# an apostrophe or a blank is nothing to the shell.
export PANDOC GNUPLOT

IN_ORDER := $(shell awk -f book/contents.awk book/contents 2>/dev/null | cut -f 1)
# Chapters, and the second pages of those that have one.
NAMES    := index $(IN_ORDER) $(patsubst chapters/%.md,%,$(wildcard $(IN_ORDER:%=chapters/%-more.md)))
PAGES    := $(NAMES:%=build/pages/%.html)
LABELS   := $(NAMES:%=build/labels/%.tsv)
DEPS     := $(NAMES:%=build/deps/%.d)
FRONTS   := $(NAMES:%=build/labels/%.front)
PROGRAMS := $(wildcard $(IN_ORDER:%=code/%.cu))
RECORDS  := $(shell find data -name '*.csv' -o -name '*.tsv' 2>/dev/null)
ASSETS   := build/book/style.css build/book/book.js
LUA      := $(wildcard book/*.lua book/records/*.lua book/figures/*.lua book/page/*.lua)
BINDING  := book/edition/strip_role.lua $(LUA) $(wildcard chapters/glossary.md) book/template.html book/metadata.yaml book/cuda.xml \
            $(wildcard book/references.bib CITATION.cff) data/columns.tsv

# What a plot may take, where there is a program that says stop.
LIMIT    := $(shell command -v timeout >/dev/null 2>&1 && echo timeout 60)

READ      = $(PANDOC) --from markdown-implicit_figures --to html5
WEAVE     = $(READ) --standalone --template book/template.html \
            --metadata-file book/metadata.yaml --syntax-definition book/cuda.xml \
            --lua-filter book/weave.lua --citeproc --lua-filter book/edition/strip_role.lua --mathml --wrap=none \
            $(patsubst %,--bibliography %,$(wildcard book/references.bib))

include book/edition/edition.mk

# Two makes at once do not build into each other: the second waits for the first.
locked = sh code/tools/writable.sh build && $(if $(shell command -v flock),mkdir -p build && flock build/.$(1).lock)

# What must be so is checked first; then a make of its own reads what the pages need, so
# that no other goal has to. `make setup book` and `make clean book` keep that order.
.PHONY: book pages
book: | $(filter setup clean,$(MAKECMDGOALS)) ## make build/book/index.html (DEVICE=folder of data/ picks the card, CARDS= sets others beside it, ANSWERS=no leaves answers out)
	@$(call locked,book) sh book/prepare.sh
	+@$(call locked,book) $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(CORES)) pages

CORES = $(shell nproc 2>/dev/null || echo 2)

# Pages are made aside and go into place together, when all are whole.
pages: $(PAGES) $(EXTRAS:%=build/pages/%.html) $(ASSETS) build/labels/_covered
	@for page in $(NAMES) $(EXTRAS); do \
		cmp -s build/pages/$$page.html build/book/$$page.html || \
		{ cp build/pages/$$page.html build/book/.new && mv build/book/.new build/book/$$page.html; } || exit 1; done

build/book/%.html: build/pages/%.html
	@cp $< $@.new && mv $@.new $@

# First pass: what each page of a chapter numbers, and what it depends on.
$(DEPS): build/deps/%.d: chapters/%.md book/contents book/contents.awk book/labels.lua book/page/numbering.lua \
                         book/records/contents.lua book/page/source.lua build/labels/_records
	@$(READ) --lua-filter book/labels.lua -o /dev/null $<

$(LABELS): build/labels/%.tsv: build/deps/%.d
	@:

$(FRONTS): build/labels/%.front: build/deps/%.d
	@:

# What all pages say of the whole: chapters, shares, cards.
build/labels/_sidebar.stamp: $(FRONTS) $(RECORDS) book/contents $(LUA) \
                             build/labels/_records $(wildcard CITATION.cff CHANGES.md)
	@$(READ) --lua-filter book/sidebar.lua -o /dev/null /dev/null
	@touch $@

build/labels/_sidebar.tsv: build/labels/_sidebar.stamp
	@:

# Second pass: the pages.
$(PAGES): build/pages/%.html: build/deps/%.d build/labels/_sidebar.tsv build/labels/_answers \
                                  $(BINDING) | $(LABELS)
	@echo "page    build/book/$*.html"
	@$(WEAVE) -o $@.new chapters/$*.md && mv $@.new $@

build/book/%: book/%
	@cp $< $@.new && mv $@.new $@

# No line of a chapter's program may go unshown.
build/labels/_covered: $(LABELS) $(PROGRAMS) book/covered.lua book/page/regions.lua
	@$(READ) --lua-filter book/covered.lua -o /dev/null /dev/null
	@touch $@

# Figures: one table each, drawn for a wide and for a narrow column.
build/tables/.stamp: $(wildcard plots/*.gp) $(RECORDS) $(LUA) \
                     build/labels/_sidebar.tsv build/labels/_records
	@$(READ) --lua-filter book/tables.lua -o /dev/null /dev/null
	@touch $@

build/tables/%.tsv: build/tables/.stamp
	@test -f $@ || touch $@

STYLE := plots/style.gp plots/clean.sed $(wildcard plots/*.inc)
# gnuplot does not say that the disk is full, and sed does.
DRAW   = svg=$$($(LIMIT) $(GNUPLOT) -e "table='build/tables/$*.tsv'; name='$*'; narrow=$(1)" \
         plots/style.gp plots/$*.gp) || { test $$? != 124 || \
         echo 'plots/$*.gp: it still draws after 60 seconds' >&2; exit 1; }; \
         printf '%s\n' "$$svg" | sed -f plots/clean.sed > $@.new && mv $@.new $@

build/figures/%-narrow.svg: plots/%.gp build/tables/%.tsv $(STYLE)
	@$(call DRAW,1)

build/figures/%.svg: plots/%.gp build/tables/%.tsv $(STYLE)
	@echo "figure  $@"
	@$(call DRAW,0)

# A figure that shows accesses is drawn from their trace.
TRACED := $(notdir $(basename $(wildcard data/lens/traces/*.tsv)))
$(TRACED:%=build/figures/%.svg): build/figures/%.svg: data/lens/traces/%.tsv
$(TRACED:%=build/figures/%-narrow.svg): build/figures/%-narrow.svg: data/lens/traces/%.tsv

build/labels/_records build/labels/_answers:
	@sh book/prepare.sh

ifneq (,$(filter pages build/book/%,$(MAKECMDGOALS)))
include $(DEPS)
-include $(wildcard $(DEPS:.d=.records.d))
endif
