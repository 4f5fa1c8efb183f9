// sed.mjs FILE...: sed.js does to each what `sed -f code/lens/launch.sed` does; prints the names of those where not.
import fs from 'node:fs';
import { execFileSync } from 'node:child_process';
import { sed } from '../../code/lens/web/sed.js';

const script = 'code/lens/launch.sed', translate = sed(fs.readFileSync(script, 'utf8'));
for (const name of process.argv.slice(2))
  if (translate(fs.readFileSync(name, 'utf8')) !== execFileSync('sed', ['-f', script, name], { encoding: 'utf8', maxBuffer: 1 << 28 }))
    console.log(name);
