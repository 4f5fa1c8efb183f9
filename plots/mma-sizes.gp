# table: series kernels=mma.rung,mma.words,mma.cublas
# label: mma.rung = mma
# The marks at 4092, where the library is the slower one, are what the figure is about.
series = "mma words cublas"
names = "mma words cuBLAS"
styles = "1 3 2"
lifts = "0 0 0"
lifts_narrow = "0 0 0.1"

at(kernel, size) = sprintf("value = 0; stats table using (column('n') == %d && column('%s') > 0 ? (value = column('%s'), 1) : 0) nooutput", size, kernel, kernel)
eval at('cublas', 4092)
first = value
eval at('mma', 4092)
if (first > 0 && value > 0) {
  low = first < value ? first : value
  set label '4092: mma '.short(value).', cuBLAS '.short(first) at 4092, low right offset -1, -1.05 textcolor rgb soft
}
load 'plots/sizes.inc'
