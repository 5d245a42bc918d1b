const VIEWS = ['minute', 'labs'];

/**
 * One of the page's views is seen, that of its address; whoever opens it without one sees a lab that is running, and else the last minute.
 * @param {(view: string) => void} onShow
 * @returns {{suggest: (view: string) => void}} suggest: shown where nobody has chosen another
 */
export function views(onShow) {
  let suggested = VIEWS[0];
  const chosen = () => VIEWS.find((view) => location.hash === `#${view}`);
  const shown = () => chosen() ?? suggested;
  const show = () => {
    for (const view of VIEWS) {
      const section = /** @type {HTMLElement} */ (document.getElementById(`view-${view}`));
      section.hidden = view !== shown();
      const link = /** @type {HTMLElement} */ (document.querySelector(`.views a[href="#${view}"]`));
      if (view === shown()) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.body.dataset.view = shown();
    onShow(shown());
  };
  addEventListener('hashchange', show);
  show();
  return {
    suggest(view) {
      suggested = view;
      show();
    },
  };
}
