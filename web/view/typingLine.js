import { create, element, isolated } from './element.js';

/** So many are named; the line has to stay one. */
const NAMED = 3;

/**
 * The line below the text field that says who else writes. It has a place of its own, so that nothing moves when it comes and goes,
 * and says nothing to a screen reader by itself: what is written will be read when it is there.
 * @param {import('../chat/chat.js').Chat} chat
 */
export function createTypingLine(chat) {
  const line = element('typing');

  function draw() {
    const { names, more } = chat.typing.writers;
    const shown = names.slice(0, NAMED);
    const rest = names.length - shown.length + more;
    const count = shown.length + rest;
    line.replaceChildren(...(count === 0 ? [] : [...who(shown, rest), count === 1 ? ' is writing' : ' are writing']));
    line.hidden = count === 0;
    element('composer').toggleAttribute('data-others-write', count > 0);
  }

  draw();
  return {
    draw,
    stop() {
      line.replaceChildren();
      line.hidden = true;
      element('composer').removeAttribute('data-others-write');
    },
  };
}

/** @param {string[]} names @param {number} rest */
function who(names, rest) {
  const parts = names.map((name) => isolated('typing-name', name));
  if (rest > 0) parts.push(/** @type {any} */ (create('span', '', countOf(rest, names.length))));
  return parts.flatMap((part, i) => (i === 0 ? [part] : [i === parts.length - 1 ? ' and ' : ', ', part]));
}

/** @param {number} count @param {number} named */
function countOf(count, named) {
  if (named > 0) return `${count} more`;
  return count === 1 ? 'Somebody' : `${count} people`;
}
