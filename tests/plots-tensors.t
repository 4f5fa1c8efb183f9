#!/bin/sh
# Tensor cores in tables and texts: each kernel is held against cuBLAS and the ceiling of its
# own precision, and the map of a fragment says what the record says.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
sh "$root/tests/lib/tuned.sh"
sh "$root/tests/lib/tensors.sh"
plan 38
folder=data/nvidia-h200
script() { printf '# table: %s\n' "$1" >plots/wmma-a.gp; }
holds() { tables && grep -qF "$(printf "$1")" build/tables/wmma-a.tsv; }
lacks() { tables && ! grep -qF "$(printf "$1")" build/tables/wmma-a.tsv; }

answers 'a share is of the library in half' 'share of=wmma' '57.1 %'
answers 'and of its own ceiling at its best size' 'ceiling of=wmma' '61.1 %'
sed '/^ceiling/d' chapters/wmma.md >new && cp chapters/wmma.md whole && mv new chapters/wmma.md
refuses 'which no other stands for' 'ceiling of=wmma' 'chapters/wmma.md: it names no ceiling; add `ceiling: <probe>`'
mv whole chapters/wmma.md
answers 'in float it is of multiply-adds' 'ceiling of=warptiling' '66.0 %'
answers 'a probe at its best size' 'gflops of=wmma probe=wmma-registers size=best' '655 TFLOP/s'
refuses 'several sizes' 'gflops of=wmma probe=wmma-registers' 'has several sizes, so say size= (1, 2, 4)'
answers 'processors of the card' 'multiprocessors of=wmma' '132'
sed 's/^preload,/bf16,/; s/^staged,/cublas-bf16,/' $folder/wmma.csv >new && cp $folder/wmma.csv whole && mv new $folder/wmma.csv
refuses 'no ceiling for a kernel with other inputs' 'ceiling of=wmma kernel=bf16' 'kernel bf16 takes other inputs than its chapter'
refuses 'nor for their library' 'ceiling of=wmma kernel=cublas-bf16' 'takes other inputs'
mv whole $folder/wmma.csv
{
    sed '/^[^#]/,$d; s/^# kind: .*/# kind: counters/' $folder/wmma.csv
    echo kernel,m,n,k,tensor_busy,load_requests
    echo pipelined,4096,4096,4096,70.29,16
    echo '# end: 1 rows'
} >$folder/counters/wmma.csv
answers 'tensor cores are busy in per cent' 'tensor_busy of=wmma' '70.3 %'
answers 'a half is two bytes' 'bytes_asked of=wmma' '275 GB'
sed 's/^# program.*/# program: code\/warptiling.cu/; s/^pipelined,/warp-64x32,/' $folder/counters/wmma.csv >$folder/counters/warptiling.csv
answers 'a float four' 'bytes_asked of=warptiling' '550 GB'

script ladder
is 'the ladder holds a float kernel against floats' holds 'rung\twarptiling\t42.478\t93.65\t'
tables >/dev/null
is 'cuBLAS in float is that of measuring' grep -q '^library.cuBLAS.51\.4.*.float$' build/tables/wmma-a.tsv
is 'a half kernel has a share of its own library' grep -q '^rung.Tensor cores.400.*.57\.14...half$' build/tables/wmma-a.tsv
is 'which is that of its record' grep -q '^library.cuBLAS.700.*.half$' build/tables/wmma-a.tsv
is 'and its ceiling is its own' grep -q '^ceiling.wmma registers.655....half$' build/tables/wmma-a.tsv
sed 's/^inputs/takes/' chapters/wmma.md >new && cp chapters/wmma.md whole && mv new chapters/wmma.md
says 'a rung beyond float that does not say so' 'chapters/wmma.md: its rung is faster than FP32 arithmetic on this card' tables
sed 's/^inputs.*/inputs: fp7/' whole >chapters/wmma.md
says 'inputs that there are not' 'chapters/wmma.md: there are no inputs fp7' tables
mv whole chapters/wmma.md
sed 's/^cublas,/cublas-fp16,/; s/^staged,/cublas,/' $folder/wmma.csv >new && cp $folder/wmma.csv whole && mv new $folder/wmma.csv
is 'the library goes by its precision where both are there' holds 'library\tcuBLAS\t700'
mv whole $folder/wmma.csv

script 'climb upto=wmma'
is 'the climb has the time of each rung' holds 'rung\tTensor cores\thalf\t400\t57.14\t0.3436\n'
tables >/dev/null
is 'in the order of the chapters' test "$(awk -F '\t' '/^rung/ { printf "%s ", $2 }' build/tables/wmma-a.tsv)" \
    = 'Naive Coalescing coarsening-1d coarsening-2d vectorized autotuning warptiling Tensor cores '
printf -- '---\nshort: Later\nrung: pipelined\ninputs: half\n---\n' >chapters/later.md
echo later >>book/contents
sed 's/wmma/later/' $folder/wmma.csv >$folder/later.csv
is 'and ends at its chapter' lacks Later
script 'climb'
is 'or goes on' holds 'rung\tLater\thalf\t'
script ladder
is 'a later chapter joins its precision' holds 'rung\tLater\t400'
is 'which has one library' test "$(grep -c ^library build/tables/wmma-a.tsv)" = 2
sed '/^later/d' book/contents >new && mv new book/contents
rm chapters/later.md $folder/later.csv

script 'steps kernels=wmma.fragment,wmma.rung ceilings=wmma.wmma-shared library=wmma.cublas'
is 'steps have a share' holds 'kernel\tpipelined\t400\t57.14\n'
is 'and a ceiling at its best' holds 'ceiling\twmma shared\t540\t\n'
is 'and the library' holds 'library\tcublas\t700\t100\n'
script 'steps kernels=wmma.fragment ceilings=wmma-shared'
says 'a ceiling without a chapter' 'ceilings=wmma-shared: write chapter.probe' tables
script 'steps kernels=wmma.fragment ceilings=wmma.nonsense'
says 'a ceiling that is not there' "wmma-ceilings.csv: it has no probe nonsense; \`make measure C=wmma\` takes it" tables

script 'probes of=wmma topic=numerics only=half,bf16 rows=size'
is 'named probes only' holds 'size\thalf\tbf16\n'
script 'probes of=wmma topic=numerics only=half,nonsense rows=size'
says 'a name that is not there' 'wmma-numerics.csv: there is no probe nonsense' tables
mkdir data/older
sed 's/^# device.*/# device: Older card/' $folder/naive.csv >data/older/naive.csv
sh "$root/tests/lib/tensors.sh" older
script 'probes of=wmma topic=numerics only=half,bf16 rows=size'
is 'a card without a unit is drawn without it' holds '# card: Older card\n'
is 'which is noted' grep -q '^# lacks: bf16$' build/tables/wmma-a.tsv

sed 's/of=precision/of=wmma/' "$root/plots/precision-inputs.gp" >plots/wmma-inputs.gp
cp "$root/plots/wmma-ladder.gp" plots
tables >/dev/null
is 'and said in the figure' sh -c "gnuplot -e 'table=\"build/tables/wmma-inputs.tsv\"; narrow=0' plots/style.gp plots/wmma-inputs.gp | grep -q 'this card has no bfloat16, TF32'"
is 'a figure that wants more than the card has is the reference’s' grep -q '^# card: Fixture card$' build/tables/wmma-ladder.tsv
rm plots/wmma-inputs.gp plots/wmma-ladder.gp

script published
printf 'label,stem,card,m,n,k,precision,gflops,ratio,source,note\nslow,wmma,Card,4096,4096,4096,fp16,30000,,x,\nfast,wmma,Card,4096,4096,4096,fp16,50000,,x,\nfloat,wmma,Card,4096,4096,4096,fp32,9000,,y,\n' >data/published/wmma.csv
tables >/dev/null
is 'published are the best of a source, in the same precision' test "$(grep -c '^published.Tensor cores, half inputs.Card.x.50..*' build/tables/wmma-a.tsv) $(grep -c '^published.Tensor' build/tables/wmma-a.tsv)" = '1 1'
