#!/bin/sh
# The lens pretends several cards for a program that asks for NCCL: any number of them makes the product, a card that
# fails ends all by its name, and what would race, wait for ever or touch another card's memory is told.
. "$(dirname "$0")/lib/lens.sh"
room=build/lens/mutants/cards-$$
trap 'rm -rf "$scratch" "$room" "build/lens/obj/$room"' EXIT
mkdir -p "$room" || exit 1
sed -e '/^#include <stdlib.h>/a #define MISTAKE (getenv("MISTAKE") ? atoi(getenv("MISTAKE")) : 0)' \
    -e '/^static int multiply_gathered(/,/^}/s/if (q == p || j->way != BY_NCCL)/if (MISTAKE != 1 \&\& (q == p || (j->way != BY_NCCL \&\& MISTAKE != 2)))/' \
    -e '/^static int multiply_scatter(/,/^}/s/cudaStreamWaitEvent(c->copying,$/MISTAKE == 3 ? cudaSuccess : &/' \
    -e '/^static int begin_together(/,/^}/s/cudaStreamWaitEvent(c->copying/MISTAKE == 4 ? cudaSuccess : &/' \
    -e '/^static int gather_chunk(/,/^}/s/start_group("gather")/MISTAKE == 5 ? 0 : &/' \
    -e '/^static int gather_chunk(/,/^}/s/j->data\[p\].full_a/j->data[MISTAKE == 6 ? 0 : p].full_a/' \
    -e '/^static int multiply(/,/^}/s/cudaSetDevice(c->device)/MISTAKE == 7 ? cudaSuccess : &/' \
    -e '/^static int multiply_gathered(/,/^}/s/\*s = &j->data\[p\]/*s = \&j->data[MISTAKE == 8 ? 0 : p]/' \
    -e '/^static int end_together(/,/^}/s/cudaStreamWaitEvent(c->computing,$/MISTAKE == 9 ? cudaSuccess : &/' \
    -e '/^static int gather_chunk(/,/^}/s/(size_t)j->split.piece_rows \* j->K,/(size_t)j->split.piece_rows * j->K - (MISTAKE == 10 \&\& p == 1),/' \
    -e '/^static int multiply_share(/,/^}/s/if (j->work & COPIES)/if (MISTAKE != 11 \&\& j->work \& COPIES)/' \
    -e '/^static int add_share(/,/^}/s/if (step > 0 && j->work/if (MISTAKE != 12 \&\& step > 0 \&\& j->work/' \
    -e '/^static int add_share(/,/^}/s/cudaStreamWaitEvent(c->copying,$/MISTAKE == 13 ? cudaSuccess : &/' \
    -e '/^static int add_share(/,/^}/s/s->c + offset, step > 0)/s->c + offset, MISTAKE != 14 \&\& step > 0)/' \
    code/cards.cu >"$room/cards.cu"
lens cards "mutants/cards-$$/cards"
mistaken=build/lens/mutants/cards-$$/cards

right() { LENS_CARDS=$1 build/lens/cards verify >"$scratch/out" 2>"$scratch/said" && [ "$(grep -c 'computes what it should' "$scratch/out")" = 7 ]; }
told() { # MISTAKE PATTERN
    MISTAKE=$1 "$mistaken" verify >"$scratch/out" 2>"$scratch/said"
    [ $? = 1 ] && grep -q "$2" "$scratch/said"
}
says() { # EXIT PATTERN VARIABLE
    env "$3" build/lens/cards verify >"$scratch/out" 2>"$scratch/said"
    [ $? = "$1" ] && [ "$(wc -l <"$scratch/said")" = 1 ] && grep -q "$2" "$scratch/said"
}
models() { build/lens/cards model --count 8 >"$scratch/out" && [ "$(grep -c '^gather\|^scatter' "$scratch/out")" = 56 ]; }

plan 20
is 'two cards' right 2
is 'three, which divide neither rows nor columns' right 3
is 'the model speaks without a card' models
is 'one card is one sentence, and exit 2' says 2 'this takes two cards of one machine' LENS_CARDS=1
is 'a card that fails is named' says 1 '^cards: .*: card 1 (lens): gather: ' LENS_CARD_FAILS=1
is 'the program that is changed is right without a mistake' sh -c '"$1" verify >"$2"' - "$mistaken" "$scratch/out"
is 'a product that does not wait for its copies' told 1 'race: .*plain.*loads'
is 'one that waits for its own card only, of rows that others send' told 2 'race: .*plain.*loads'
is 'sums that are added up before they are made' told 3 'race: '
is 'copies that begin before the products of the pass before are over' told 4 'race: '
is 'calls for all cards by one thread, and no group' told 5 'deadlock: card 1 never asks'
is 'an exchange into another card'\''s memory' told 6 'memory: all-gather of card 1 is given memory of card 0'
is 'a launch while another card is the current one' told 7 'in a stream of another card'
is 'a kernel that reads another card'\''s memory' told 8 'memory: .*of card 0, but the kernel runs on card 1'
is 'a pass that ends before its copies' told 9 'race: \|should be'
is 'cards that do not ask for as much' told 10 'deadlock: card 0 asks for all-gather of'
is 'a ring that multiplies rows before they have come' told 11 'race: .*plain.*loads'
is 'one that adds to sums before they have come' told 12 'race: '
is 'one that sends sums before they are made' told 13 'race: '
is 'one that forgets the sums that came' told 14 'should be'
