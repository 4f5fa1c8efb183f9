#!/bin/sh
# A number of the lens is found by kernel, op, array and line, and belongs to no card.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 10
cp -R "$root/data/lens" data && mkdir code && cp "$root/code/naive.cu" code
answers 'a total' 'lens_load_sectors of=naive n=128' '2 162 688'
answers 'of one array' 'lens_load_sectors of=naive n=128 array=B' '65 536'
answers 'at the line that has a text' 'lens_store_sectors of=naive n=128 line=put(' '16 384'
answers 'for each request' 'lens_load_sectors_per_request of=naive n=128' '16.5'
answers 'of both ops' 'lens_bytes_moved of=naive n=128' '69.7 MB'
answers 'what is not done is not counted' 'lens_shared_load_requests of=naive n=128' '0'
answers 'one kernel over another' 'lens_load_sectors of=naive n=128 over=naive' '1.00'
refuses 'an array that is not touched' 'lens_load_sectors of=naive n=128 array=Q' 'no global access of kind load of Q'
refuses 'a size that was not counted' 'lens_load_sectors of=naive n=77' 'it has 128, 4092, 4096'
refuses 'what no lens counts' 'lens_dreams of=naive' 'there is no metric lens_dreams; `make metrics` lists all'
