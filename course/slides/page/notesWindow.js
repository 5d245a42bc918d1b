import { element } from '../../charts/element.js';

/**
 * The speaker notes, in a window of their own: the projector shows the slides, the lecturer's screen this.
 * @param {HTMLElement[]} slides each with its notes in an aside
 * @param {(event: KeyboardEvent) => void} onKey pressed in that window
 * @returns {{open: (place: number) => void, show: (place: number) => void}} place: of the slide that is shown
 */
export function notesWindow(slides, onKey) {
  /** @type {Window | null} */
  let beside = null;

  /** @param {number} place */
  function show(place) {
    if (!beside || beside.closed) return;
    const all = [...beside.document.querySelectorAll('article')];
    for (const [at, one] of all.entries()) one.toggleAttribute('data-shown', at === place);
    all[place].scrollIntoView({ behavior: 'instant' });
  }

  return {
    show,
    open(place) {
      beside = window.open('', 'notes', 'popup,width=900,height=900');
      if (!beside) return;
      const { document: page } = beside;
      page.title = 'Speaker notes';
      page.head.replaceChildren(...[...document.querySelectorAll('style')].map((one) => page.importNode(one, true)));
      page.body.className = 'notes';
      page.body.replaceChildren(...slides.map((slide) => page.importNode(notesOf(slide), true)));
      beside.onkeydown = onKey;
      show(place);
    },
  };
}

/** @param {HTMLElement} slide */
function notesOf(slide) {
  const title = slide.querySelector('h1, h2')?.lastChild?.textContent;
  return element('article', {}, [
    element('h2', {}, [`${slide.querySelector('footer')?.textContent}: ${title}`]),
    ...[...(slide.querySelector('aside')?.children ?? [])].map((note) => note.cloneNode(true)),
  ]);
}
