#: Carry and share it
# What surrounds the chapters: search, an index of terms, lists, open questions, the bibliography.
# The library of the search, unchanged, its licence beside it: dist/umd/index.js of npm's
# minisearch 7.2.0, sha256 03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03.

EXTRAS := terms lists questions ledger bibliography devices records changes 404
ASSETS += build/book/favicon.svg build/book/edition.css build/book/search.js build/book/peek.js build/book/minisearch.js build/book/search-data.js

# One look at all finished pages.
build/edition/.read: $(PAGES) build/edition/.ledger $(wildcard CITATION.cff) $(wildcard book/edition/*.lua) book/page/html.lua book/page/frame.lua book/page/glossary.lua $(wildcard chapters/glossary.md)
	@mkdir -p build/edition
	@$(READ) --lua-filter book/edition/collect.lua -o /dev/null /dev/null
	@touch $@

$(patsubst %,build/edition/%.md,$(filter-out devices ledger records changes,$(EXTRAS))) build/edition/search-data.js: build/edition/.read
	@:

# All cards side by side.
build/edition/.devices: $(RECORDS) $(FRONTS) book/edition/devices.lua build/labels/_records $(LUA)
	@mkdir -p build/edition
	@$(READ) --lua-filter book/edition/devices.lua -o /dev/null /dev/null
	@touch $@

build/edition/devices.md: build/edition/.devices
	@:

# Every line of a record that a number of the text comes from.
build/edition/.records: $(PAGES) book/edition/records.lua
	@mkdir -p build/edition
	@$(READ) --lua-filter book/edition/records.lua -o /dev/null /dev/null
	@touch $@

build/edition/records.md: build/edition/.records
	@:

# What changed, by edition, as CHANGES.md says it.
build/edition/changes.md: $(wildcard CHANGES.md) book/edition/edition.mk
	@mkdir -p build/edition
	@{ printf -- '---\ntitle: What changed\nshort: What changed\n---\n\n'; \
	    if [ -f CHANGES.md ]; then sed 1d CHANGES.md; else echo 'This book has no list of changes.'; fi; } >$@.new && mv $@.new $@

# Every count of the lens beside the card's, with the reason of each difference.
build/edition/.ledger: $(RECORDS) $(FRONTS) $(PROGRAMS) book/edition/ledger.lua build/labels/_records $(LUA) $(wildcard data/*/transcripts/*-mix.txt)
	@mkdir -p build/edition
	@$(READ) --lua-filter book/edition/ledger.lua -o /dev/null /dev/null
	@touch $@

build/edition/ledger.md: build/edition/.ledger
	@:

$(EXTRAS:%=build/pages/%.html): build/pages/%.html: build/edition/%.md build/labels/_sidebar.tsv $(BINDING) book/edition/generated_page.lua
	@echo "page    build/book/$*.html"
	@$(PANDOC) --from markdown --to html5 --standalone --template book/template.html --metadata-file book/metadata.yaml \
	    $(patsubst %,--bibliography % --citeproc,$(and $(filter bibliography,$*),$(wildcard book/references.bib))) \
	    --lua-filter book/edition/generated_page.lua --lua-filter book/edition/strip_role.lua --wrap=none -o $@.new $< && mv $@.new $@

# Readers get it under its licence, and without the comments on its lines, which weigh as much as the rest.
build/book/minisearch.js: book/edition/minisearch.js book/edition/minisearch.LICENSE book/edition/edition.mk
	@{ echo '/*'; cat book/edition/minisearch.LICENSE; echo '*/'; \
	    awk '/^ *\/\*\*/ { comment = 1 } !comment; /\*\/ *$$/ { comment = 0 }' $<; } >$@.new && mv $@.new $@

build/book/%: book/edition/%
	@cp $< $@.new && mv $@.new $@

build/book/%: build/edition/%
	@cp $< $@.new && mv $@.new $@

# The book to carry away.
.PHONY: page epub pdf slides path
CARRY = $(READ) -o /dev/null /dev/null

page: book ## write build/tiles.html, the whole book as one file
	@$(CARRY) --lua-filter book/edition/single.lua && ls -sh build/tiles.html

epub: book ## write build/tiles.epub (epubcheck looks at it, where it is)
	@sh book/edition/epub.sh "$$PANDOC" build/tiles.epub && ls -sh build/tiles.epub

pdf: book ## write build/tiles.pdf (takes chromium, poppler and qpdf)
	@sh book/edition/pdf.sh "$$PANDOC" build/tiles.pdf && ls -sh build/tiles.pdf

path: book ## write build/book-path, the book of the path alone: main pages, numbered as in the whole book
	@mkdir -p build/book-path && for file in $(filter-out %/search-data.js,$(ASSETS)); do \
		cmp -s $$file build/book-path/$${file##*/} || cp $$file build/book-path || exit; done
	@$(CARRY) --lua-filter book/edition/path.lua

slides: book ## write build/slides/STEM.html, a deck (C=stem; else all chapters)
	@mkdir -p build/slides && $(CARRY) --lua-filter book/edition/slides.lua

# `make setup pdf` installs what the PDF takes; so with the others.
.PHONY: setup-edition
setup: setup-edition
setup-edition:
	@sh book/edition/setup.sh $(filter epub pdf site test-web play,$(MAKECMDGOALS))

# The book on a host of its own; book/edition/site.yml is a recipe for one.
.PHONY: site
site: book ## lay out build/site for a static host (URL=https://…)
	@sh book/edition/site.sh "$$PANDOC" "$$URL" && du -sh build/site

#: Test and change it
# What only a browser can tell. `make setup test-web` installs what it takes: from Debian, and
# with npm into build/web.
.PHONY: test-web
test-web: book ## ask the pages in a real browser (ONLY=pattern takes some tests)
	+@$(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(CORES)) epub pdf page slides play
	@sh tests/web/run.sh build/book "$$ONLY"

#: Carry and share it
# Cards of others.
.PHONY: share import
share: book ## pack a card's records for others: build/share/CARD.tar (DEVICE=)
	@sh book/edition/share.sh "$$DEVICE"

import: ## take in a card that somebody shares (FILE=their.tar; STALE=1 also of other sources)
	@sh book/edition/import.sh "$$PANDOC" "$$FILE" "$$STALE"
