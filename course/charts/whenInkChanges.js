// A canvas keeps the colours that it was drawn with.
const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'];

/**
 * Calls when what is drawn has to be drawn in other colours: another theme, or paper, which is always light.
 * @param {() => void} redraw
 * @returns {() => void} stops it
 */
export function whenInkChanges(redraw) {
  const root = document.documentElement;
  const onPaper = () => {
    root.toggleAttribute('data-paper', true);
    redraw();
  };
  const onScreen = () => {
    root.toggleAttribute('data-paper', false);
    redraw();
  };
  const queries = QUERIES.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', redraw);
  const chosen = new MutationObserver(redraw);
  chosen.observe(root, { attributeFilter: ['data-theme'] });
  addEventListener('beforeprint', onPaper);
  addEventListener('afterprint', onScreen);
  return () => {
    for (const query of queries) query.removeEventListener('change', redraw);
    chosen.disconnect();
    removeEventListener('beforeprint', onPaper);
    removeEventListener('afterprint', onScreen);
  };
}
