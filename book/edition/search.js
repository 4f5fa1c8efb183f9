// A search over the whole book: `/` opens it. The pages are complete without it, and the
// index of terms serves whoever has no script. What it looks through, search-data.js, and
// the library that does the looking, minisearch.js, are loaded when it is first opened.
(function () {
  'use strict';
  var KINDS = { chapter: 'Chapter', sec: 'Section', kernel: 'Kernel', term: 'Glossary', fig: 'Figure', tbl: 'Table', lst: 'Listing', ex: 'Exercise' };
  var HEADS = { chapter: 1, sec: 1, term: 1 };
  var MOST = 30;
  var pages, rows, engine, dialog, input, status, list, loading;

  function element(name, attributes, children) {
    var e = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { e.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) { e.append(child); });
    return e;
  }

  function folded(word) {
    word = word.toLowerCase();
    return word.length > 3 ? word.replace(/([^s])s$/, '$1') : word;
  }

  function load(name) {
    return new Promise(function (done, failed) {
      var script = element('script', { src: name });
      script.onload = done;
      script.onerror = function () { failed(new Error(name + ' is not there')); };
      document.head.append(script);
    });
  }

  // search-data.js calls this.
  window.bookPassages = function (thePages, theRows) { pages = thePages; rows = theRows; };

  function ready() {
    loading = loading || Promise.all([load('minisearch.js'), load('search-data.js')]).then(function () {
      engine = new window.MiniSearch({ fields: ['title', 'text'], processTerm: folded });
      engine.addAll(rows.map(function (row, id) {
        return { id: id, title: [KINDS[row[1]], row[3], heading(row)].join(' '), text: row[5] };
      }));
    });
    return loading;
  }

  function heading(row) { return row[1] === 'chapter' ? pages[row[0]][1] + ' ' + row[4] : row[4]; }

  function split(text) { return text.split(/[\s\p{P}]+/u).map(folded).filter(Boolean); }

  // `Figure 6.2`, `fig. 6.2`, `6.2`: the places of that number.
  function numbered(query) {
    var match = query.match(/^(?:([a-z]{3,})[.]?\s*)?(a?\d+(?:[.]\d+)?)$/i);
    if (!match) return [];
    var kind = (match[1] || '').toLowerCase(), number = match[2].toUpperCase();
    return rows.map(function (row, id) { return { id: id, row: row }; }).filter(function (place) {
      return place.row[3] === number && KINDS[place.row[1]].toLowerCase().indexOf(kind) === 0;
    }).map(function (place) { return { id: place.id, score: 0, first: 3, terms: [kind, number.toLowerCase()].filter(Boolean) }; });
  }

  // A place of the number that was asked for comes first, then one that is called what was asked for, then a term or heading
  // that has the words, then those that have all the words, then what matches best.
  function find(query) {
    var options = {
      boost: { title: 3 }, combineWith: 'AND', prefix: function (word) { return word.length > 1; },
      fuzzy: function (word) { return word.length > 4 ? 0.2 : false; }
    };
    var found = engine.search(query, options);
    if (!found.length) found = engine.search(query, Object.assign(options, { combineWith: 'OR' }));
    var words = split(query);
    function first(result) {
      var row = rows[result.id], title = heading(row).toLowerCase();
      if (split(title).join(' ') === words.join(' ')) return 2;
      return HEADS[row[1]] && words.every(function (word) { return title.indexOf(word) >= 0; }) ? 1 : 0;
    }
    found.forEach(function (result) { result.first = first(result); });
    var named = numbered(query);
    found = named.concat(found.filter(function (result) { return named.every(function (place) { return place.id !== result.id; }); }));
    return found.sort(function (a, b) { return b.first - a.first || b.score - a.score; });
  }

  function pattern(result) {
    var words = result.terms.slice().sort(function (a, b) { return b.length - a.length; }).map(function (word) {
      return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    });
    return new RegExp('(?<![\\p{L}\\p{N}])(?:' + words.join('|') + ')[\\p{L}\\p{N}]*', 'giu');
  }

  function marked(text, words) {
    var out = document.createDocumentFragment(), at = 0;
    text.replace(words, function (match, place) {
      out.append(text.slice(at, place), element('mark', {}, [match]));
      at = place + match.length;
    });
    out.append(text.slice(at));
    return out;
  }

  // The part of a text around the place where most of the words stand.
  function passage(text, words) {
    var places = [], match, best = 0, most = 0;
    words.lastIndex = 0;
    while ((match = words.exec(text)) && places.length < 200) places.push(match.index);
    places.forEach(function (place) {
      var near = places.filter(function (other) { return other >= place && other < place + 160; }).length;
      if (near > most) { most = near; best = place; }
    });
    var from = Math.max(0, best - 60), to = Math.min(text.length, best + 160);
    if (from > 0) from = text.indexOf(' ', from) + 1;
    if (to < text.length) to = text.lastIndexOf(' ', to);
    return (from > 0 ? '… ' : '') + text.slice(from, to) + (to < text.length ? ' …' : '');
  }

  function item(result) {
    var row = rows[result.id], page = pages[row[0]], words = pattern(result);
    var kind = KINDS[row[1]] + (row[3] ? ' ' + row[3] : '');
    var link = element('a', { href: page[0] + '.html' + (row[2] ? '#' + row[2] : '') }, [
      element('span', { 'class': 'kind' }, [row[1] === 'chapter' ? page[1] : row[1] === 'term' ? kind : kind + ' · ' + page[1]]),
      element('b', {}, [marked(row[4] || page[2], words)])
    ]);
    if (row[5]) link.append(element('span', { 'class': 'passage' }, [marked(passage(row[5], words), words)]));
    return element('li', {}, [link]);
  }

  function show() {
    var query = input.value.trim();
    if (!engine || !query) {
      list.replaceChildren();
      status.textContent = '';
      return;
    }
    var found = find(query);
    list.replaceChildren.apply(list, found.slice(0, MOST).map(item));
    status.textContent = !found.length ? 'Nothing in the book has these words.'
      : found.length > MOST ? 'The best ' + MOST + ' of ' + found.length + ' places'
      : found.length + (found.length > 1 ? ' places' : ' place');
  }

  // Up and down walk through the field and the places found.
  function walk(event) {
    event.stopPropagation();
    if (event.key === 'Escape') { event.preventDefault(); dialog.close(); return; }   // a search field would only empty itself
    var step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    var stops = [input].concat(Array.from(list.querySelectorAll('a')));
    var next = stops[stops.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  function build() {
    input = element('input', { type: 'search', id: 'search-words', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'go' });
    status = element('p', { role: 'status' });
    list = element('ol', { 'aria-label': 'Places found' });
    var close = element('button', { type: 'button', 'class': 'close' }, ['Close']);
    var form = element('form', { role: 'search' }, [element('label', { 'for': 'search-words' }, ['Search the book']), input, close]);
    dialog = element('dialog', { 'class': 'search', 'aria-label': 'Search the book' }, [form, status, list]);
    input.addEventListener('input', show);
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      var first = list.querySelector('a');
      if (first) first.click();
    });
    close.addEventListener('click', function () { dialog.close(); });
    list.addEventListener('click', function (event) { if (event.target.closest('a')) dialog.close(); });
    dialog.addEventListener('click', function (event) { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener('keydown', walk);
    document.body.append(dialog);
  }

  function open() {
    if (!dialog) build();
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    status.textContent = engine ? status.textContent : 'Opening the index …';
    ready().then(show, function (error) { status.textContent = 'There is no search here: ' + error.message + '.'; });
  }

  function button() {
    var b = element('button', { type: 'button', 'class': 'search', 'aria-keyshortcuts': '/' },
      ['Search', element('kbd', { 'aria-hidden': 'true' }, ['/'])]);
    b.addEventListener('click', open);
    return b;
  }

  addEventListener('keydown', function (event) {
    if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest && event.target.closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    open();
  });

  if (!window.HTMLDialogElement) return;
  var side = document.querySelector('nav.toc .book'), top = document.querySelector('header.top .menu');
  if (side) side.after(button());
  if (top) top.before(button());
})();
