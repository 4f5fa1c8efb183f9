// Comforts only: every page is complete without this file.
(function () {
  'use strict';
  var root = document.documentElement, place = document.currentScript && document.currentScript.src;
  function recall() { try { return localStorage.getItem('theme'); } catch (e) { return null; } }
  function keep(theme) { try { localStorage.setItem('theme', theme); } catch (e) { /* file:// may refuse */ } }
  if (recall()) root.dataset.theme = recall();      // before the first paint

  function button(text, label, act) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = text;
    if (label) b.setAttribute('aria-label', label);
    b.addEventListener('click', act);
    return b;
  }

  function themeButton() {
    var b = button('Light or dark', '', function () {
      var dark = root.dataset.theme ? root.dataset.theme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.theme = dark ? 'light' : 'dark';
      keep(root.dataset.theme);
    });
    b.className = 'theme';
    document.querySelector('nav.toc').appendChild(b);
  }

  // The code as it is shown: without what is folded, whose line becomes a comment.
  function shown(pre) {
    var copy = pre.cloneNode(true);
    copy.querySelectorAll('.fold:not(:has(:checked)) + .folded').forEach(function (lines) { lines.remove(); });
    copy.querySelectorAll('label.fold').forEach(function (line) { line.prepend('// '); });
    return copy.textContent;
  }

  function copyButtons() {
    if (!navigator.clipboard) return;
    document.querySelectorAll('.listing, .code').forEach(function (box) {
      var b = button('Copy', 'Copy this code', function () {
        navigator.clipboard.writeText(shown(box.querySelector('pre'))).then(function () {
          b.textContent = 'Copied';
          setTimeout(function () { b.textContent = 'Copy'; }, 1500);
        });
      });
      b.className = 'copy';
      box.appendChild(b);
    });
  }

  // Run: the program behind a listing in an editor, with a compiler and the lens. All of that is loaded when a
  // reader asks for it (book/play), from the folder play beside the pages, which `make play` makes.
  function opened(box, state) {
    var here = box.querySelector('.say');
    if (here && !state) { here.remove(); return; }
    function say(words) {
      var p = document.createElement('p');
      p.className = 'say';
      p.setAttribute('role', 'status');
      p.innerHTML = words;
      box.querySelector('.head, .minutes').after(p);
    }
    if (location.protocol === 'file:') {
      say('A page that is opened as a file may not load a compiler. In the folder of the book, <code>make setup play serve</code> serves it on your own machine; ' +
        'then this listing runs at <code>http://localhost:8000/' + location.pathname.split('/').pop() + '</code>.');
    } else {
      import(new URL('play/page.js', place).href).then(function (page) { return page.open(box, state); }).catch(function () {
        say('What runs kernels is not beside these pages. In the folder of the book, <code>make setup play serve</code> makes it and serves them again.');
      });
    }
  }

  function runButtons() {
    if (!place) return;           // a book in one file
    document.querySelectorAll('[data-run]').forEach(function (box) {
      var listing = box.matches('.listing');
      var b = button(listing ? 'Run' : 'Try it here', listing ? 'Run and change this code' : '', function () { opened(box); });
      b.className = 'run';
      if (listing) box.appendChild(b); else box.querySelector('.minutes').append(' ', b);
    });
    var state = new URLSearchParams(location.hash.slice(1)), asked = document.getElementById(state.get('run'));
    if (asked && asked.dataset.run) {
      asked.scrollIntoView();
      opened(asked, state);
    }
  }

  // A drawing in steps: a slider, two buttons and the arrow keys choose what is shown. It opens
  // on its first step, or on the one that the drawing names; after the last comes the first again.
  function player(box) {
    var steps = box.querySelector('.steps').children, now = 0;
    var layers = box.querySelectorAll('[data-step]');
    var bar = document.createElement('div'), slider = document.createElement('input'), said = document.createElement('output');
    function show(step) {
      now = (step + steps.length) % steps.length;
      layers.forEach(function (g) {
        var of = g.dataset.step.split(' ');
        if (of[0] <= now + 1 && now + 1 <= of[1]) g.removeAttribute('display'); else g.setAttribute('display', 'none');
      });
      slider.value = now + 1;
      slider.setAttribute('aria-valuetext', 'Step ' + (now + 1) + ' of ' + steps.length);
      said.textContent = steps[now].textContent;
    }
    var back = button('\u2039', 'Step back', function () { show(now - 1); });
    var on = button('\u203a', 'Step on', function () { show(now + 1); });
    slider.type = 'range';
    slider.min = 1;
    slider.max = steps.length;
    slider.setAttribute('aria-label', 'Step');
    slider.addEventListener('input', function () { show(slider.value - 1); });
    bar.addEventListener('keydown', function (event) {
      var by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || event.target === slider) return;
      event.preventDefault();
      show(now + by);
    });
    said.setAttribute('aria-live', 'polite');
    bar.className = 'controls';
    bar.append(back, slider, on, said);
    box.insertBefore(bar, box.querySelector('.keys'));
    box.classList.add('live');
    show((steps[0].parentNode.dataset.open || 1) - 1);
  }

  // What a link of the text leads to is shown beside it: by peek.js, which the first link that is asked loads. A touch waits for it.
  function previews() {
    if (!place) return;           // a book in one file
    var events = ['pointerover', 'focusin', 'click'], last, script;
    function first(event) {
      if (event.type === 'click' ? event.pointerType !== 'touch' : event.pointerType === 'touch') return;
      if (!event.target.closest || !event.target.closest('main a[href*=".html"], main a[href^="#"]') || event.defaultPrevented) return;
      var link = event.target.closest('a');
      if (event.type === 'click' && !link.hash) return;
      if (event.type === 'click') event.preventDefault();
      last = event;
      if (script) return;
      script = document.createElement('script');
      script.src = new URL('peek.js', place).href;
      script.onload = function () {
        events.forEach(function (name) { document.removeEventListener(name, first); });
        window.peek(last);
      };
      script.onerror = function () { if (last.type === 'click') location.href = link.href; };
      document.head.appendChild(script);
    }
    events.forEach(function (name) { document.addEventListener(name, first); });
  }

  // What need not scroll is no stop of the tab key. That changes with the window, and when
  // something is unfolded.
  function stops() {
    document.querySelectorAll('pre, .scroll, math[display=block]').forEach(function (box) {
      var names = box.scrolling = box.scrolling || { role: box.getAttribute('role'), 'aria-label': box.getAttribute('aria-label') };
      var scrolls = box.scrollWidth > box.clientWidth + 1;
      if (scrolls) box.tabIndex = 0; else box.removeAttribute('tabindex');
      Object.keys(names).forEach(function (name) {
        if (scrolls && names[name]) box.setAttribute(name, names[name]); else box.removeAttribute(name);
      });
    });
  }

  function turnPages(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest('input, textarea, select, pre, .scroll, .controls, .play')) return;
    var rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
    var link = rel && document.querySelector('nav.turn a[rel=' + rel + ']');
    if (link) location.href = link.href;
  }

  addEventListener('DOMContentLoaded', function () { themeButton(); copyButtons(); runButtons(); previews(); document.querySelectorAll('.player').forEach(player); stops(); });
  addEventListener('keydown', turnPages);
  addEventListener('load', stops);
  addEventListener('resize', stops);
  addEventListener('toggle', stops, true);
  addEventListener('change', stops);
  addEventListener('beforeprint', function () {
    document.querySelectorAll('details').forEach(function (d) { d.open = true; });
  });
})();
