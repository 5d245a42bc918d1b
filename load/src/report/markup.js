/** Text that is HTML already. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/**
 * A template tag that escapes its values, unless they came from this tag. It joins lists. Its name is not html, since
 * Prettier would change the content.
 * @param {TemplateStringsArray} strings @param {unknown[]} values
 * @returns {Html}
 */
export function markup(strings, ...values) {
  return new Html(strings.reduce((text, string, place) => text + asHtml(values[place - 1]) + string));
}

/** @param {string} text that is HTML, such as a script @returns {Html} */
export const raw = (text) => new Html(text);

/** @param {unknown} value @returns {string} */
function asHtml(value) {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(asHtml).join('') : escaped(String(value));
}

/** @param {string} text @returns {string} text that HTML, XML and their attributes may contain */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
