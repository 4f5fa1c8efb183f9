#!/bin/sh
# card.sh: succeeds where there is an NVIDIA GPU, by what its driver leaves in /dev, also on WSL and
# Tegra, or by nvidia-smi.
# card.sh folder: prints the name of its folder in data/, as slug() of bench/record.h does; nothing without it.
export LC_ALL=C.UTF-8
if [ "${1-}" = folder ]; then
    nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1 |
        tr A-Z a-z | sed 's/[^a-z0-9]\{1,\}/-/g; s/^-//; s/-$//'
else
    for f in /dev/nvidia[0-9]* /dev/dxg /dev/nvgpu /dev/nvhost-gpu; do [ ! -e "$f" ] || exit 0; done
    nvidia-smi -L >/dev/null 2>&1
fi
