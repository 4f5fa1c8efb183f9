# What the C side knows of the columns of records.
build/columns.inc: data/columns.tsv code/bench/columns.awk
	@mkdir -p $(@D)
	@awk -f code/bench/columns.awk $< >$@.new && mv $@.new $@
