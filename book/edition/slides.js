// Turns the slides of a deck. Without it they are read by scrolling.
(function () {
  'use strict';
  var slides;
  function here() {
    var best = 0;
    slides.forEach(function (slide, i) {
      if (slide.getBoundingClientRect().top < innerHeight / 2) best = i;
    });
    return best;
  }
  function go(i) {
    var slide = slides[Math.max(0, Math.min(slides.length - 1, i))];
    slide.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    slide.focus({ preventScroll: true });
    history.replaceState(null, '', '#' + slide.id);
  }
  addEventListener('DOMContentLoaded', function () { slides = Array.from(document.querySelectorAll('.slide')); });
  addEventListener('keydown', function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !slides) return;
    if (event.target.closest('input, textarea, select, button, summary, a, .player') && event.key !== 'PageDown' && event.key !== 'PageUp') return;
    var step = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
    if (step) go(here() + (event.key === ' ' && event.shiftKey ? -1 : step));
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(slides.length - 1);
    else if (event.key === 'n') document.body.classList.toggle('saying');
    else if (event.key === 'f' && document.fullscreenEnabled) {
      if (document.fullscreenElement) document.exitFullscreen(); else document.documentElement.requestFullscreen();
    } else return;
    event.preventDefault();
  });
})();
