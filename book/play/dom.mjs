// dom.mjs: elements of the page.

// attributes: a function listens, false and undefined leave an attribute out, true is one without a value.
export function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') e.addEventListener(key, value);
    else if (value !== false && value !== undefined) e.setAttribute(key, value === true ? '' : value);
  }
  e.append(...children);
  return e;
}

export const button = (text, click, attributes) => element('button', { type: 'button', click, ...attributes }, text);
export const number = new Intl.NumberFormat('en');
export const megabytes = (bytes) => `${Math.max(1, Math.round(bytes / 1e6))} MB`;
