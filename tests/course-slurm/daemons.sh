# daemons.sh: a cluster of one node, this machine, in a folder. Source it; then
#
#   slurm_begin FOLDER   munged, slurmctld and slurmd, asked over the loopback, with keys,
#                        states and logs in FOLDER; false, with a sentence, where that cannot be
#   slurm_end            stops the three
#
# The folder is short, for a socket's path is at most 107 characters. Slurm's own programs then
# ask these daemons, for SLURM_CONF says so.
PATH=$PATH:/usr/sbin:/sbin

free_port() { # FROM
    port=$1
    while grep -qi ":$(printf %04X "$port") " /proc/net/tcp /proc/net/tcp6 2>/dev/null; do port=$((port + 1)); done
    echo "$port"
}

within() { # SECONDS COMMAND…: until it succeeds, or not
    latest=$(($(date +%s) + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$(date +%s)" -lt $latest ] || return 1
        sleep .2
    done
}

runs() { [ -n "$(tr -d '\0' 2>/dev/null <"/proc/$1/cmdline")" ]; } # and is no zombie

slurm_begin() {
    at=$1 host=$(hostname -s) user=$(id -un)
    for tool in munged slurmctld slurmd sbatch squeue scontrol; do
        command -v $tool >/dev/null || { echo "no $tool here; Debian has it in slurmctld, slurmd, slurm-client and munge"; return 1; }
    done
    [ -n "$(hostname -I | tr -d ' ')" ] || { echo 'no address here but the loopback, and with that alone Slurm finds no host'; return 1; }
    mkdir -p "$at/state" "$at/spool" && chmod 755 "$at" || return 1
    (umask 077 && head -c 1024 /dev/urandom >"$at/munge.key")
    control=$(free_port $((20000 + $$ % 20000))) node=$(free_port $((control + 1)))
    cat >"$at/slurm.conf" <<CONF
ClusterName=course
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$at/munge.socket,cred_expire=5
CryptoType=crypto/munge
StateSaveLocation=$at/state
SlurmdSpoolDir=$at/spool
SlurmctldPidFile=$at/slurmctld.pid
SlurmdPidFile=$at/slurmd.pid
SlurmctldLogFile=$at/slurmctld.log
SlurmdLogFile=$at/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
GresTypes=gpu
MinJobAge=600
KillWait=2
SchedulerParameters=sched_interval=1,sched_min_interval=0
NodeName=card NodeHostname=$host NodeAddr=127.0.0.1 Port=$node CPUs=$(nproc) Gres=gpu:2 State=UNKNOWN
PartitionName=gpu Nodes=ALL Default=YES MaxTime=60 State=UP OverSubscribe=NO
CONF
    : >"$at/gpu0" && : >"$at/gpu1" # stand where devices would
    echo "Name=gpu File=$at/gpu[0-1]" >"$at/gres.conf"
    export SLURM_CONF="$at/slurm.conf"
    munged --foreground --key-file="$at/munge.key" --socket="$at/munge.socket" --pid-file="$at/munge.pid" \
        --log-file="$at/munge.log" --seed-file="$at/munge.seed" </dev/null >"$at/munge.out" 2>&1 &
    daemons=$!
    within 10 test -S "$at/munge.socket" || { echo "munged does not start: $(tail -n 1 "$at/munge.out")"; return 1; }
    slurmctld -D -i </dev/null >"$at/slurmctld.out" 2>&1 &
    daemons="$! $daemons"
    control_answers() { ! runs "${daemons%% *}" || timeout 5 scontrol ping; }
    within 20 control_answers && runs "${daemons%% *}" || { echo "slurmctld does not start: $(grep fatal "$at/slurmctld.log")"; return 1; }
    slurmd -D -N card </dev/null >"$at/slurmd.out" 2>&1 &
    daemons="$! $daemons"
    within 30 sh -c 'sinfo -h -o %t | grep -qx idle' || { echo "slurmd does not start: $(tail -n 1 "$at/slurmd.log")"; return 1; }
}

slurm_end() {
    [ ! -e "$at/spool" ] || timeout 5 scancel --user="$user" --full 2>/dev/null
    sleep 1
    for pid in $daemons; do
        kill "$pid" 2>/dev/null
    done
    within 5 all_gone || for pid in $daemons; do kill -KILL "$pid" 2>/dev/null; done
    daemons=
}

all_gone() {
    for pid in $daemons; do
        ! runs "$pid" || return 1
    done
}
