# table: roofline library=256,512,1024,2048,4096,8192
load 'plots/roofline.inc'
