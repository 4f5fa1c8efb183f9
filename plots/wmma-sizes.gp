# table: series kernels=wmma.rung,wmma.staged-padded,wmma.fragment,wmma.cublas
# label: wmma.rung = pipelined
# label: staged-padded = padded
# label: fragment = a fragment
# The marks at 4092 are what the figure is about, so they are named: two of them lie
# almost on each other. Where the figure is narrow, `padded` stands under its line.
series = "pipelined padded 'a fragment' cublas"
names = narrow ? "pipelined '' 'a fragment' cuBLAS" : "pipelined padded 'a fragment' cuBLAS"
styles = "1 5 3 2"
lifts = "0 0 0 0"
lifts_narrow = "-0.3 0 0 0.1"

at(kernel, size) = sprintf("value = 0; stats table using (column('n') == %d && column('%s') > 0 ? (value = column('%s'), 1) : 0) nooutput", size, kernel, kernel)
eval at('cublas', 4092)
if (value > 0) { set label 'cuBLAS'.(narrow ? '' : ' '.short(value)) at 4092, value left offset narrow ? 0.8 : 1.0, 0 textcolor rgb c2 }
eval at('pipelined', 4092)
first = value
eval at('padded', 4092)
if (first > 0 && value > 0) {
  low = first < value ? first : value
  text = narrow ? short(first).', '.short(value) : 'pipelined '.short(first).', padded '.short(value)
  set label '4092: '.text at 4092, low center offset 0, -1.05 textcolor rgb soft
}
if (narrow) {
  eval at('padded', 1024)
  if (value > 0) { set label 'padded' at 1024, value left offset 1.3, -0.3 textcolor rgb colour(5) boxed }
}
load 'plots/sizes.inc'
