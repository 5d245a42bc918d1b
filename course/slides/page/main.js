import { notesWindow } from './notesWindow.js';

const slides = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.slide')]);

/** @returns {number} of the slide that is in sight */
function current() {
  const tops = slides.map((slide) => Math.abs(slide.getBoundingClientRect().top));
  return tops.indexOf(Math.min(...tops));
}

/** @param {number} place */
function show(place) {
  const slide = slides[Math.max(0, Math.min(slides.length - 1, place))];
  slide.scrollIntoView({ behavior: 'instant' });
  history.replaceState(null, '', `#${slide.id}`);
  notes.show(slides.indexOf(slide));
}

/** @returns {number} the first slide of the next lab */
function nextLab() {
  const { lab } = slides[current()].dataset;
  const place = slides.findIndex(
    (slide, at) => at > current() && slide.dataset.lab !== lab && slide.dataset.lab !== '',
  );
  return place < 0 ? slides.length - 1 : place;
}

function turnTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
}

function turnFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => show(current() + 1),
  ArrowDown: () => show(current() + 1),
  PageDown: () => show(current() + 1),
  ' ': () => show(current() + 1),
  ArrowLeft: () => show(current() - 1),
  ArrowUp: () => show(current() - 1),
  PageUp: () => show(current() - 1),
  Home: () => show(0),
  End: () => show(slides.length - 1),
  l: () => show(nextLab()),
  t: turnTheme,
  f: turnFullScreen,
  n: () => notes.open(current()),
};

const notes = notesWindow(slides, pressKey);

/** @param {KeyboardEvent} event */
function pressKey(event) {
  // A button takes the space bar.
  const isTaken = event.defaultPrevented || (event.key === ' ' && event.target instanceof HTMLButtonElement);
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
}

addEventListener('keydown', pressKey);
