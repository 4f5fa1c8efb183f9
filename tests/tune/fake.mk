# The tuner whole, on a made-up card: build/tests/tune, for all tests that want it.
FAKED  := compile nvcc nvrtc card check score trial
SOURCE := tests/tune/fake.c $(filter-out $(FAKED:%=code/tune/%.c),$(wildcard code/tune/*.c)) \
    $(patsubst %,code/bench/%.c,record columns progress complain options size stats)

build/tests/tune: $(SOURCE) build/columns.inc $(wildcard code/tune/*.h code/bench/*.h code/bench/gpu/*.h tests/tune/*.h)
	@mkdir -p $(@D)
	$(CC) -std=c11 -Wall -Wextra -Werror -O1 -fsanitize=address,undefined \
	    -fno-sanitize-recover=undefined -iquote code -iquote build -Itests/lib -Itests/tune \
	    $(SOURCE) -lm -o $@

include code/bench/columns.mk
