import { keep } from '../chat/keep.js';

/** Colours for the browser's own bars, equal to the page's. */
const BARS = { light: '#ffffff', dark: '#1a1d20' };

/**
 * Light or dark. A choice equal to the system's is not stored, so that the page follows the system.
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function createTheme(changed, signal) {
  const kept = keep('local', 'theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const ofSystem = () => (system.matches ? 'dark' : 'light');
  /** @returns {'light' | 'dark'} */
  const shown = () => (kept.read() in BARS ? kept.read() : ofSystem());

  function show() {
    document.documentElement.dataset.theme = shown();
    document.getElementById('theme-color')?.setAttribute('content', BARS[shown()]);
    changed();
  }

  system.addEventListener('change', show, { signal });
  show();
  return {
    get isDark() {
      return shown() === 'dark';
    },
    turn() {
      const next = shown() === 'dark' ? 'light' : 'dark';
      kept.write(next === ofSystem() ? null : next);
      show();
    },
  };
}
