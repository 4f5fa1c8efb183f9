# How the lens becomes what a page runs: code/lens/web, with clang, its linker and binaryen, which `make setup play`
# installs. book/play has the page's side, and the word `play`.

PLAY_LENS := build/play/manifest.json build/play/worker.js build/play/lens-licences.txt
play: play-lens
.PHONY: play-lens
play-lens: $(PLAY_LENS)

build/play/manifest.json: $(wildcard code/lens/web/* code/lens/*.[ch] code/lens/launch.sed code/lens/cuda/* code/lens/cuda/*/* \
    code/bench/*.[ch] code/kernels/*.h code/*.cu) build/columns.inc $(filter build/tuned/$(REFERENCE)/%,$(TUNED)) build/npm/installed
	@mkdir -p build/npm/lens
	@node code/lens/web/make.js build/npm/node_modules build/play

build/play/worker.js: build/play/manifest.json
	@build/npm/node_modules/.bin/esbuild build/npm/lens/worker.js --bundle --format=esm --target=es2022 --platform=browser \
	    --external:node:* --minify --legal-comments=none --log-level=error --outfile=$@.new && mv $@.new $@

# Binaryen's is the text of the Apache License.
build/play/lens-licences.txt: code/lens/web/licences build/npm/installed
	@mkdir -p $(@D)
	@cat $< build/npm/node_modules/binaryen/LICENSE >$@.new && mv $@.new $@
