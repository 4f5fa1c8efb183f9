# site-sample.sh: what a race must know of the place where it is run. Copy it to course/site.sh and
# keep the lines that your cluster needs; what stands here is what holds without.

#RACE_ENGINE=slurm            # or local; else slurm where sbatch is, else the card of this machine
#RACE_PARTITION=gpu           # sbatch --partition
#RACE_ACCOUNT=course-2026     # sbatch --account
RACE_GRES=gpu:1               # sbatch --gres; name the card (gpu:h100:1), so that all have the same
RACE_MINUTES=10               # sbatch --time, of one race
#RACE_SBATCH='--qos=teaching --exclude=node7'
RACE_AT_ONCE=4                # elements of an array that run at a time
RACE_MOST=1000                # elements of an array: scontrol show config | grep MaxArraySize
#RACE_MODULES='cuda/13.0'     # module load, on the node: nvcc, g++ and make are needed there

RACE_ARCH=native              # nvcc -arch; sm_90, say, where the login node builds for the others
RACE_SIZE=4096x4096x4096      # a multiple of 128 in M, N and K
RACE_WIDE=0.03                # quartiles further apart than this share of the median: once more
RACE_TRIES=3                  # but so many times in all, and then the narrowest counts
RACE_SECONDS=300              # after that a program is endless
