import { keep } from '../chat/keep.js';

const kept = keep(localStorage, 'theme');
const system = matchMedia('(prefers-color-scheme: dark)');
const { dataset } = document.documentElement;

export const isDark = () => (dataset.theme ? dataset.theme === 'dark' : system.matches);

/** A choice equal to the system's is not kept, so that the page follows the system. */
export function turnTheme() {
  const dark = !isDark();
  const theme = dark ? 'dark' : 'light';
  const chosen = dark === system.matches ? null : theme;
  kept.write(chosen);
  dataset.theme = chosen ?? '';
}
