-- catalogue.lua: takes what the modules beside it say of their metrics, and returns all names that prose may ask for, in groups,
-- what a table calls one, and a complaint about a name that is none of them.

local lacks, nearest = require 'records.failure'.lacks, require 'records.nearest'
local metrics, mix, lens_counts, tuning = require 'records.metrics', require 'records.mix', require 'records.lens_counts', require 'records.tuning'
local loop_bounds, bank_patterns, ledger = require 'records.loop_bounds', require 'records.bank_patterns', require 'records.ledger'

local catalogue = {}

-- Of a name that several have, the first head holds.
catalogue.groups = {
  {title = 'Of a product that was timed, as gflops{\'tile-32\', n=2048}', names = metrics.of_product},
  {title = 'Of the same under the profiler, as l2_hit \'tile-32\'', names = metrics.of_counters},
  {title = 'Of a probe, as probe \'fma\' for its value, or clock{probe=\'fma\'}', names = metrics.of_probe},
  {title = 'Of the card', names = metrics.of_card},
  {title = 'Of the library over all records of the card, as library_lowest{n=1024}', names = metrics.of_library},
  {title = 'Of a kernel in all products of a record, as mean_share{\'chosen\', of=\'shapes-held\', from=2, to=64}', names = metrics.of_record},
  {title = 'Of machine code, as loop_FFMA \'tile-32\'', names = mix.names},
  {title = 'By the lens, without a GPU, as lens_sectors{\'tile-32\', array=\'A\'}; shared_, load_, store_ and atomic_ behind lens_ take '
    .. 'some accesses, as lens_shared_load_requests', names = lens_counts.names},
  {title = 'Of lens and card side by side, as ledger_equal, or ledger_global_share{n=128}; data/reasons.tsv has the reasons of differences', names = ledger.names},
  {title = 'Of the tuner, as winner{n=4096}', names = tuning.names},
  {title = 'Of a configuration of the tuner, as gflops{config=\'best\'}; or winner, search, median, worst, or one by its name', names = tuning.of_config},
  {title = 'Of the register file’s banks, by machine code, as loop_cycles \'vectorized.bare\'', names = loop_bounds.names},
  {title = 'Of the patterns of the register file’s probe, as banks_alone{probe=\'kept-8\'}', names = bank_patterns.names},
  {title = 'Of the record', names = {{name = 'device', unit = 'text', meaning = 'the name of the card'},
    {name = 'date', unit = 'text', meaning = 'the day of the measurement'},
    {name = 'measuring_time', unit = 's', meaning = 'from the end of the verification to the end of the measurement, its probes included'}}},
}

local all, heads = {'probe'}, {}
for _, group in ipairs(catalogue.groups) do
  for _, entry in ipairs(group.names) do
    all[#all + 1], all[entry.name] = entry.name, true
    heads[entry.name] = heads[entry.name] or entry.head
  end
end

-- What the head of a column says: what the lens counts is called as what the card counts.
function catalogue.head(name)
  return heads[name] or heads[name:match '^lens_(.*)$'] or (name:gsub('_', ' '))
end

function catalogue.check(name)
  if all[name] or mix.is(name) or bank_patterns.is(name) then return end
  local near = nearest(name, all)
  lacks(nil, 'there is no metric %s%s `make metrics` lists all', name, near == '' and ';' or near)
end

return catalogue
