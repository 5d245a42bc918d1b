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
 * A template tag (not named html, whose content Prettier would change): what is put into it is text, unless it came
 * from this tag. Lists are joined.
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

/** @param {string} text @returns {string} fit for HTML, XML and their attributes */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
