#: Run it without a GPU
# Run, in a page: an editor and what it shows (book/play), beside the compiler and the lens (code/lens/web). Nothing
# of it is part of the pages that `make book` makes: book.js loads it when a reader asks.

PLAY_NPM   := build/npm/node_modules
PLAY_STEMS := $(patsubst data/lens/%.csv,%,$(wildcard data/lens/*.csv))
PLAY_PAGE  := build/play/page.js build/play/page.css build/play/page-licences.txt build/play/sw.js $(PLAY_STEMS:%=build/play/texts/%.json)

.PHONY: play play-page
play: play-page | $(filter setup clean,$(MAKECMDGOALS)) ## make what runs kernels in a page (`make setup play` installs what that takes)
play-page: $(PLAY_PAGE)

build/npm/installed: | $(filter setup,$(MAKECMDGOALS))
	@[ -e $@ ] || { echo 'play: it takes node and some packages; `make setup play` installs them' >&2; exit 2; }

# Names of packages are looked up in $(PLAY_NPM).
build/play/page.js: $(wildcard book/play/*.mjs) book/play/play.mk build/npm/installed
	@mkdir -p $(@D)
	@echo "play    $@"
	@NODE_PATH=$(PLAY_NPM) $(PLAY_NPM)/.bin/esbuild book/play/page.mjs --bundle --format=esm --target=es2020 --minify \
	    --legal-comments=none --metafile=build/npm/page.json --log-level=warning --outfile=$@.new && mv $@.new $@

# The licence of each package that is in it.
build/play/page-licences.txt: build/play/page.js
	@tr '"' '\n' <build/npm/page.json | sed -n 's,^\(build/npm/node_modules/\(@[^/]*/\)\{0\,1\}[^/]*\)/.*,\1,p' | sort -u | \
	    while read -r package; do echo "$${package#$(PLAY_NPM)/}" && echo && cat "$$package"/LICENSE* && echo || exit; done >$@.new && mv $@.new $@

build/play/page.css build/play/sw.js: build/play/%: book/play/%
	@mkdir -p $(@D)
	@cp $< $@.new && mv $@.new $@

build/play/texts/%.json: code/%.cu data/lens/%.csv data/lens/tables/%.txt book/play/texts.mjs $(wildcard chapters/*.md code/kernels/*.h data/nvidia-h200/*.csv) code/single/single.sh code/single/inline.awk
	@mkdir -p $(@D)
	@rm -f $@.single && if why=$$(sh code/single/single.sh $* $@.single 2>&1); then :; else \
	    case $$why in *'has no kernel for a product') ;; *) echo "$$why" >&2; exit 1 ;; esac; fi
	@node book/play/texts.mjs $* $@.single >$@.new && mv $@.new $@ && rm -f $@.single
