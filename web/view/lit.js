export { html, nothing, render } from '../lib/lit-html/lit-html.js';
export { guard } from '../lib/lit-html/directives/guard.js';
export { repeat } from '../lib/lit-html/directives/repeat.js';
