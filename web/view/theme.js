import { keep } from '../chat/keep.js';
import { element } from './element.js';

const NEXT = /** @type {const} */ ({ system: 'light', light: 'dark', dark: 'system' });
const LABEL = { system: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' };

/**
 * The bars of the browser around the page: one colour for each of the system's themes, and a chosen theme overrules both.
 * @returns {(theme: 'system' | 'light' | 'dark') => void}
 */
function createBrowserBars() {
  const metas = /** @type {HTMLMetaElement[]} */ ([...document.querySelectorAll('meta[name=theme-color]')]);
  const [light, dark] = metas.map((meta) => meta.content);
  return (theme) => {
    metas[0].content = theme === 'dark' ? dark : light;
    metas[1].content = theme === 'light' ? light : dark;
  };
}

/** The button that changes the colours: as the system, light, dark. early-theme.js reads what is kept here. */
export function createTheme() {
  const kept = keep('local', 'theme');
  const button = element('theme');
  const colourBars = createBrowserBars();
  /** @type {keyof typeof NEXT} */
  let theme = kept.read() in LABEL ? kept.read() : 'system';

  function show() {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    colourBars(theme);
    button.title = LABEL[theme];
    element('theme-label').textContent = LABEL[theme];
  }

  button.addEventListener('click', () => {
    theme = NEXT[theme];
    kept.write(theme === 'system' ? null : theme);
    show();
  });
  show();
}
