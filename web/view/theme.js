import { keep } from '../chat/keep.js';
import { element } from './element.js';

/** The browser's own bars take the colour of the page's. */
const BARS = { light: '#ffffff', dark: '#1a1d20' };

/** The button that changes between light and dark. A choice that the system makes too is forgotten: it follows the system. */
export function createTheme() {
  const kept = keep('local', 'theme');
  const button = element('theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const ofSystem = () => (system.matches ? 'dark' : 'light');
  /** @returns {'light' | 'dark'} */
  const shown = () => (kept.read() in BARS ? kept.read() : ofSystem());

  function show() {
    document.documentElement.dataset.theme = shown();
    element('theme-color').setAttribute('content', BARS[shown()]);
    button.setAttribute('aria-pressed', String(shown() === 'dark'));
  }

  button.addEventListener('click', () => {
    const next = shown() === 'dark' ? 'light' : 'dark';
    kept.write(next === ofSystem() ? null : next);
    show();
  });
  system.addEventListener('change', show);
  show();
}
