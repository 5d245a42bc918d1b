/** @typedef {{ shown: string, beside: string, insert: string }} Suggestion */
/** @typedef {{ from: number, suggestions: Suggestion[] }} Suggested  from: where what they replace begins, before the caret */

const MOST = 8;
const NAME = /(?:^|[\s(])@([^\s@]{0,32})$/u;
const EMOJI = /(?:^|[\s(]):([a-z0-9_+-]{2,30})$/;
const WHOLE_EMOJI = /(?:^|[\s(]):([a-z0-9_+-]{2,30}):$/;

/** Whether names of emoji are needed to know what to suggest. @param {string} before the text before the caret */
export function wantsEmoji(before) {
  return EMOJI.test(before) || WHOLE_EMOJI.test(before);
}

/**
 * What could be meant by the word before the caret: a person behind an @, an emoji behind a colon.
 * @param {string} before the text before the caret
 * @param {{ people: () => Iterable<string>, emoji: Record<string, string> }} known
 * @returns {Suggested | null}
 */
export function suggest(before, { people, emoji }) {
  const name = NAME.exec(before)?.[1];
  if (name !== undefined) {
    const found = first(new Set(people()), name);
    return found.length ? { from: before.length - name.length - 1, suggestions: found.map(person) } : null;
  }
  const word = EMOJI.exec(before)?.[1];
  if (word === undefined) return null;
  const found = first(Object.keys(emoji), word);
  const suggestions = found.map((one) => ({ shown: emoji[one], beside: `:${one}:`, insert: `${emoji[one]} ` }));
  return found.length ? { from: before.length - word.length - 1, suggestions } : null;
}

/**
 * The emoji whose name was just written out, from colon to colon.
 * @param {string} before the text before the caret
 * @param {Record<string, string>} emoji
 * @returns {{ from: number, insert: string } | null}
 */
export function wholeEmoji(before, emoji) {
  const word = WHOLE_EMOJI.exec(before)?.[1];
  if (word === undefined || !Object.hasOwn(emoji, word)) return null;
  return { from: before.length - word.length - 2, insert: emoji[word] };
}

/** @param {string} name @returns {Suggestion} */
const person = (name) => ({ shown: name, beside: '', insert: `@${name} ` });

/**
 * Those that begin with it, then those that hold it.
 * @param {Iterable<string>} all @param {string} part
 */
function first(all, part) {
  const wanted = part.toLowerCase();
  /** @type {string[]} */
  const begin = [];
  /** @type {string[]} */
  const hold = [];
  for (const one of all) {
    const at = one.toLowerCase().indexOf(wanted);
    if (at === 0) begin.push(one);
    else if (at > 0) hold.push(one);
    if (begin.length === MOST) break;
  }
  return [...begin, ...hold].slice(0, MOST);
}
