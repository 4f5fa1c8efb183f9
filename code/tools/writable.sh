#!/bin/sh
# writable.sh FOLDER...: nothing, where files can be made in these folders and in those below them, three deep;
# else one sentence that names the first that cannot take any; exit 2. What is not there yet is made in the folder above.
export LC_ALL=C.UTF-8
for folder; do
    for at in "$folder/" "$folder"/*/ "$folder"/*/*/ "$folder"/*/*/*/; do
        case $at in *'*/') continue ;; esac
        until [ -d "$at" ]; do
            case ${at%/} in */*) at=${at%/} at=${at%/*}/ ;; *) at=./ ;; esac
        done
        [ -w "$at" ] || {
            at=${at%/}
            echo "$at: no file can be made in this folder: its disk can only be read, or it is another user's;" \
                "copy the tree to a folder of your own" >&2
            exit 2
        }
    done
done
