import { html } from './lit.js';

/** @param {string} name the id of a symbol in icons.svg */
export const glyph = (name) => html`<svg class="glyph" aria-hidden="true"><use href="/web/icons.svg#${name}" /></svg>`;

/**
 * Puts a name in `<bdi>`: a right-to-left name does not reorder the words around it.
 * @param {string} className @param {string} name
 */
export const isolated = (className, name) => html`<bdi class=${className} title=${name}>${name}</bdi>`;
