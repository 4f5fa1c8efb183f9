// engine.mjs - what a page loads (build/play), under node.
import fs from 'node:fs';
import zlib from 'node:zlib';
import url from 'node:url';
import path from 'node:path';

const load = name => import(url.pathToFileURL(path.resolve(name)));
const { Engine, Refused, messagesOf, sentenceOf } = await load('build/npm/lens/engine.js');
const { default: binaryen } = await load('build/npm/node_modules/binaryen/index.js');
const unzipped = name => new Uint8Array(zlib.gunzipSync(fs.readFileSync(`build/play/${name}.gz`)));
const wasm = name => new WebAssembly.Module(unzipped(name));
const cores = ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm'];

export const engine = new Engine({ packed: unzipped('files.bin'), lens: wasm('lens.wasm'), binaryen,
  modules: Object.fromEntries(cores.map(name => [name, wasm(name)])) });

const built = {};
// The program of a file, built once.
export const program = source => built[source] ??= engine.build(source, { [source]: fs.readFileSync(source, 'utf8') });
export { Refused, messagesOf, sentenceOf };
