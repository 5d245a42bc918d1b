import { copyText } from './clipboard.js';
import { create, createButton, element } from './element.js';
import { linkTo } from './messageLink.js';

/** So long the tools say that it is done. */
const DONE_MS = 1500;

/**
 * What can be done with a message. There is one set of tools for all of them: it goes to the message under the mouse, the one that is tapped,
 * and the one chosen by Alt and the arrows, so that a message costs no more to draw.
 * @param {object} parts
 * @param {(id: number) => import('../chat/types.js').Message | undefined} parts.find a message in memory
 * @param {string} parts.myId
 * @param {(id: number) => void} parts.edit a message of one's own
 * @param {(id: number) => Promise<void>} parts.remove a message of one's own; rejects with what a person may read
 * @param {() => HTMLElement[]} parts.rows
 * @param {AbortSignal} parts.signal
 */
export function createMessageTools({ find, myId, edit, remove, rows, signal }) {
  const log = element('log');
  const tools = create('div', 'message-tools');
  const copy = tool('Copy text', 'copy');
  const link = tool('Copy link', 'link');
  const change = tool('Edit', 'edit');
  const bin = tool('Delete', 'delete');
  const done = create('span', 'message-done');
  const sure = question('Delete this message?', 'Delete', 'Keep');
  // Through them by keyboard, what cannot be taken back comes last.
  tools.append(sure.line, done, copy, link, change, bin);
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
    ask(false);
  }

  /** @returns {number} of the message that the tools are at; 0: none */
  const here = () => Number(tools.closest('.row')?.getAttribute('data-id') ?? 0);

  /** Shows the tools that the message has, or the question whether it shall go. @param {boolean} asking */
  function ask(asking) {
    const message = find(here());
    const mine = message?.user.id === myId && !message.deleted;
    sure.line.hidden = !asking;
    link.hidden = asking;
    copy.hidden = asking || Boolean(message?.deleted);
    change.hidden = bin.hidden = asking || !mine;
  }

  /** @param {string} said @param {number} [id] of the message that it is said of, which the tools may have left */
  function say(said, id = here()) {
    element('announce').textContent = `${said}.`;
    if (id !== here()) return;
    done.textContent = said;
    clearTimeout(timer);
    timer = setTimeout(() => (done.textContent = ''), DONE_MS);
  }

  async function removeMessage() {
    const row = /** @type {HTMLElement} */ (tools.closest('.row'));
    const id = here();
    ask(false);
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    try {
      await remove(id);
      say('Deleted', id);
    } catch (error) {
      // The mouse may be at another message by now.
      show(row);
      say(/** @type {Error} */ (error).message);
    }
    ask(false);
  }

  /** @param {boolean} asLink */
  async function copyMessage(asLink) {
    const id = here();
    const text = asLink ? linkTo(id) : find(id)?.text;
    if (!id || text === undefined) return;
    let said = 'Copied';
    try {
      await copyText(text);
    } catch {
      said = 'Your browser does not allow it';
    }
    say(said, id);
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
  change.addEventListener('click', () => edit(here()), { signal });
  bin.addEventListener('click', () => (ask(true), sure.no.focus()), { signal });
  sure.yes.addEventListener('click', removeMessage, { signal });
  sure.no.addEventListener('click', () => (ask(false), bin.focus()), { signal });
  sure.line.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      ask(false);
      bin.focus();
    },
    { signal },
  );
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** @param {string} label @param {string} glyph */
function tool(label, glyph) {
  const button = createButton('message-tool');
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

/** @param {string} words @param {string} yes @param {string} no */
function question(words, yes, no) {
  const line = create('span', 'message-sure');
  line.hidden = true;
  line.setAttribute('role', 'group');
  line.setAttribute('aria-label', words);
  const buttons = [createButton('link danger', yes), createButton('link', no)];
  line.append(create('span', '', words), ...buttons);
  return { line, yes: buttons[0], no: buttons[1] };
}
