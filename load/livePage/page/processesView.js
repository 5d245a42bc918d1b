import { element } from '../../charts/element.js';
import { lastLook, STATES } from '../lastMinute.js';
import { loopText, nobodyText, workersName, workersText } from './minuteWords.js';
import { signOf } from './panels.js';
import { stateKey, stateSign } from './stateSigns.js';

/** @typedef {import('../lastMinute.js').WatchedChat} WatchedChat @typedef {import('../lastMinute.js').ChatLook} ChatLook */
/** @typedef {Array<(minute: import('../lastMinute.js').LastMinute) => void>} Updates */

/** What each process serves. */
const SERVES = {
  node: 'everything: page, logins, history, live messages, storing. One thing at a time, and never waits for one while another is ready.',
  loop: 'live messages: every WebSocket, and storing what comes by it. One thing at a time.',
  workers:
    'page, logins, history, POST /messages. Each worker serves one request to its end; what finds none free waits in the queue.',
  threads: 'lab calls alone. (Passwords are hashed by threads too, and never on the loop.)',
  nginx: 'takes each HTTP request, and hands it to a worker.',
};

/**
 * Who serves what: each process of the chats that run, with its port and what it does now.
 * @param {HTMLElement} into
 */
export function processesView(into) {
  let drawn = '';
  /** @type {Updates} */
  let updates = [];
  return {
    /** @param {import('../lastMinute.js').LastMinute} minute */
    update(minute) {
      const chats = minute.chats ?? [];
      const now = JSON.stringify([minute.chats, chats.map(({ name }) => lastLook(minute, name)?.workers.length)]);
      if (now !== drawn) {
        drawn = now;
        updates = [];
        into.replaceChildren(...pictureOf(chats, minute, updates));
      }
      for (const update of updates) update(minute);
    },
  };
}

/** @param {WatchedChat[]} chats @param {import('../lastMinute.js').LastMinute} minute @param {Updates} updates */
function pictureOf(chats, minute, updates) {
  if (chats.length === 0) return [element('p', { class: 'nobody' }, [nobodyText(minute)])];
  return [...chats.map((chat) => chatPicture(chat, minute, updates)), stateKey()];
}

/** @param {WatchedChat} chat @param {import('../lastMinute.js').LastMinute} minute @param {Updates} updates */
function chatPicture({ name, title, url, loop, front, workers }, minute, updates) {
  const count = lastLook(minute, name)?.workers.length ?? 0;
  const loopBox = box(
    {
      chat: name,
      target: name,
      title: 'Event loop',
      pid: loop.pid,
      serves: name === 'node' ? SERVES.node : SERVES.loop,
      of: (look) => look.loop,
      text: loopText,
    },
    updates,
  );
  const group = () =>
    box(
      {
        chat: name,
        target: name === 'node' ? 'node' : `${name}-workers`,
        title: workersName(count, workers?.kind ?? 'processes'),
        pid: null,
        serves: workers?.kind === 'threads' ? SERVES.threads : SERVES.workers,
        of: (look) => look.workers,
        text: workersText,
      },
      updates,
    );
  const isOne = loop.url === url;
  const rows = isOne
    ? [way(url, 'HTTP and WebSocket', [loopBox, ...(count > 0 ? [group()] : [])])]
    : [
        way(url, 'HTTP', [
          ...(front ? [plainBox('nginx', front.pid, SERVES.nginx)] : []),
          ...(count > 0 ? [group()] : []),
        ]),
        way(loop.url, 'WebSocket', [loopBox]),
      ];
  return element('section', { class: 'chat-picture', 'aria-label': title, 'data-chat': name }, [
    element('h2', {}, [signOf(name), title]),
    ...rows,
  ]);
}

/** @param {string} url @param {string} speaks @param {HTMLElement[]} boxes in the order that a request meets them */
const way = (url, speaks, boxes) =>
  element('div', { class: 'way' }, [
    element('p', { class: 'way-port' }, [
      element('strong', {}, [`port ${new URL(url).port || 80}`]),
      element('span', {}, [speaks]),
    ]),
    ...boxes.flatMap((one) => [element('span', { class: 'arrow', 'aria-hidden': 'true' }, ['→']), one]),
  ]);

/** @param {string} title @param {number} pid @param {string} serves */
const plainBox = (title, pid, serves) =>
  element('div', { class: 'box box-plain' }, [
    element('h3', {}, [title, ' ', element('span', { class: 'unit' }, [`pid ${pid}`])]),
    element('p', {}, [serves]),
  ]);

/**
 * @param {{chat: string, target: string, title: string, pid: number | null, serves: string, of: (look: ChatLook) => string, text: (look: ChatLook) => string}} what
 * @param {Updates} updates
 */
function box({ chat, target, title, pid, serves, of, text }, updates) {
  const signs = element('span', { class: 'box-signs' });
  const doing = element('output', { class: 'box-doing' }, ['–']);
  let shown = '';
  updates.push((minute) => {
    const look = lastLook(minute, chat);
    if (!look) return;
    doing.textContent = text(look);
    if (of(look) === shown) return;
    shown = of(look);
    signs.replaceChildren(...[...shown].map((letter) => stateSign(STATES[letter])));
  });
  return element('div', { class: 'box', 'data-target': target }, [
    element('h3', {}, [title, ...(pid === null ? [] : [' ', element('span', { class: 'unit' }, [`pid ${pid}`])])]),
    element('p', {}, [serves]),
    element('p', { class: 'box-now' }, [signs, doing]),
  ]);
}
