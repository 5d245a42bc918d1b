import { copyText } from './clipboard.js';
import { create, element } from './element.js';
import { linkTo } from './messageLink.js';

/** So long the tools say that it is done. */
const DONE_MS = 1500;

/**
 * What can be done with a message. There is one set of tools for all of them: it goes to the message under the mouse, the one that is tapped,
 * and the one chosen by Alt and the arrows, so that a message costs no more to draw.
 * @param {object} parts
 * @param {(id: number) => string | undefined} parts.textOf a message in memory
 * @param {() => HTMLElement[]} parts.rows
 * @param {AbortSignal} parts.signal
 */
export function createMessageTools({ textOf, rows, signal }) {
  const log = element('log');
  const tools = create('div', 'message-tools');
  const copy = tool('Copy text', 'copy');
  const link = tool('Copy link', 'link');
  const done = create('span', 'message-done');
  tools.append(copy, link, done);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Event} event */
  const rowOf = (event) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.row[data-id]'));

  /** @param {HTMLElement | null} row */
  function show(row) {
    if (!row || tools.parentElement === row) return;
    clearTimeout(timer);
    done.textContent = '';
    row.append(tools);
  }

  /** @param {boolean} asLink */
  async function copyMessage(asLink) {
    const id = Number(tools.closest('.row')?.getAttribute('data-id'));
    const text = asLink ? linkTo(id) : textOf(id);
    if (!id || text === undefined) return;
    let said = 'Copied';
    try {
      await copyText(text);
    } catch {
      said = 'Your browser does not allow it';
    }
    done.textContent = said;
    element('announce').textContent = `${said}.`;
    clearTimeout(timer);
    timer = setTimeout(() => (done.textContent = ''), DONE_MS);
  }

  /** @param {KeyboardEvent} event */
  function choose(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = rows();
    const from = document.activeElement?.closest('.row[data-id]');
    const at = from ? all.indexOf(/** @type {HTMLElement} */ (from)) : all.length;
    const row = all[Math.max(0, at + step)];
    // Below the newest is the text field.
    if (!row) return element('composer-text').focus();
    row.tabIndex = -1;
    show(row);
    row.focus();
  }

  log.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && show(rowOf(event)), { signal });
  log.addEventListener('click', (event) => show(rowOf(event)), { signal });
  document.addEventListener('keydown', choose, { signal });
  copy.addEventListener('click', () => copyMessage(false), { signal });
  link.addEventListener('click', () => copyMessage(true), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** @param {string} label @param {string} glyph */
function tool(label, glyph) {
  const button = create('button', 'message-tool');
  button.type = 'button';
  button.title = label;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'glyph');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `/web/icons.svg#${glyph}`);
  svg.append(use);
  button.append(svg, create('span', 'unseen', label));
  return button;
}
