import { toneOf } from '../chat/tone.js';

/**
 * The element of the page with this id; a page and its modules that do not fit are a bug worth a clear word.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element with the id "${id}"`);
  return /** @type {T} */ (found);
}

/**
 * A new element with text in it, which stays text whatever it says.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} className
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function create(tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  if (text) made.textContent = text;
  return made;
}

/**
 * A new button that sends no form.
 * @param {string} className
 * @param {string} [text]
 */
export function createButton(className, text) {
  const button = create('button', className, text);
  button.type = 'button';
  return button;
}

/**
 * Says of a field, to those who hear the page too, whether it is to be corrected.
 * @param {HTMLElement} field
 * @param {boolean} invalid
 */
export function setInvalid(field, invalid) {
  // Empty, as toggleAttribute() sets it, it would mean that all is well.
  if (invalid) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/**
 * A name in its colour, isolated as below.
 * @param {string} className
 * @param {string} name
 */
export function coloured(className, name) {
  const bdi = isolated(className, name);
  bdi.dataset.tone = String(toneOf(name));
  return bdi;
}

/**
 * A name of whatever writing direction, isolated so that it cannot turn its neighbours round.
 * @param {string} className
 * @param {string} name
 */
export function isolated(className, name) {
  const bdi = create('bdi', className, name);
  bdi.title = name;
  return bdi;
}
