// tiles.mjs: a picture, to scale, of the tiles that a kernel's constants make: a block's tile of C, in it those of a warp and a
// thread, and the stretches of A and B that one tile of k brings.

const SVG = 'http://www.w3.org/2000/svg';
function shape(name, attributes, ...children) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

const WIDE = 300, GAP = 6, LEFT = 34, TOP = 18, LEAST = 2;
const times = ([rows, columns]) => `${rows} × ${columns}`;

// A pattern of its own for each matrix, so that they differ without colour.
const pattern = (id, role, turn) => shape('pattern', { id, width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${turn})`, class: role },
  shape('path', { d: 'M0 0V5', stroke: 'currentColor', 'stroke-width': 2.4 }));

// tile: [BM, BN, BK]; of what `inside` says (constants.mjs), warp and thread: [rows, columns] or null.
export function tilesDrawn([bm, bn, bk], { warp, thread }) {
  const scale = (WIDE - LEFT - GAP - 8) / Math.max(bm + bk, bn + bk), size = (n) => Math.max(LEAST, n * scale);
  const x = LEFT + size(bk) + GAP, y = TOP + size(bk) + GAP, width = x + bn * scale + 8, height = y + bm * scale + 4;
  const words = [`A block's tile of C, ${times([bm, bn])}`, `A brings ${times([bm, bk])} and B ${times([bk, bn])} for each tile of k`,
    warp ? `a warp's results, ${times(warp)}, ${bm * bn / warp[0] / warp[1]} warps` : '', thread ? `a thread's results, ${times(thread)}` : ''].filter(Boolean).join('; ');
  const box = (top, left, rows, columns, attributes) => shape('rect', { x: left, y: top, width: size(columns), height: size(rows), ...attributes });
  const said = (text, left, top, attributes) => shape('text', { x: left, y: top, ...attributes }, text);
  const lines = [];
  if (warp) {
    for (let i = warp[0]; i < bm; i += warp[0]) lines.push(`M${x} ${y + i * scale}h${bn * scale}`);
    for (let j = warp[1]; j < bn; j += warp[1]) lines.push(`M${x + j * scale} ${y}v${bm * scale}`);
  }
  return shape('svg', { role: 'img', 'aria-label': `${words}.`, viewBox: `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`, width: Math.round(width), height: Math.round(height) },
    shape('defs', {}, pattern('play-A', 'A', 45), pattern('play-B', 'B', -45)),
    box(y, LEFT, bm, bk, { class: 'A', fill: 'url(#play-A)' }), box(TOP, x, bk, bn, { class: 'B', fill: 'url(#play-B)' }), box(y, x, bm, bn, { class: 'C' }),
    ...(warp ? [box(y, x, ...warp, { class: 'warp' })] : []), shape('path', { class: 'warps', d: lines.join('') }),
    ...(thread ? [box(y, x, ...thread, { class: 'thread' })] : []),
    said(`B ${bk} × ${bn}`, x, TOP - 5, {}), said(`A ${bm} × ${bk}`, 0, 0, { transform: `translate(${LEFT - 6} ${height - 4}) rotate(-90)` }),
    said(`C ${times([bm, bn])}`, x + bn * scale - 5, y + bm * scale - 6, { 'text-anchor': 'end', class: 'on' }));
}
