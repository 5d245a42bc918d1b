/** @import { EventEmitter } from 'node:events' */
/** @import { ChangeMessage } from '../chat/changeMessage.js' */
/** @import { SendMessage } from '../chat/sendMessage.js' */
/** @import { ChangeStore, MessageStore } from '../chat/stores.js' */
/** @import { RedisLink } from './redisLink.js' */

// News under way from another process fills a hole within this time, or the store is asked.
const HOLE_MS = 50;

/**
 * Takes messages and changes of other processes in the order of ids and revisions: missing ones are read from the
 * store.
 * @param {RedisLink} link
 * @param {EventEmitter} others
 * @param {{ messages: MessageStore, changes: ChangeStore }} store
 * @param {SendMessage} sendMessage
 * @param {ChangeMessage} changeMessage
 */
export function shareMessages(link, others, { messages, changes }, sendMessage, changeMessage) {
  /** The newest id and revision that any process knows. */
  const newest = { id: 0, rev: 0 };
  /** @type {NodeJS.Timeout | null} */
  let waiting = null;

  /** @param {{ id?: number, rev?: number }} known by another process */
  function compare({ id = 0, rev = 0 }) {
    newest.id = Math.max(newest.id, id);
    newest.rev = Math.max(newest.rev, rev);
    if (messages.lastId < newest.id || changes.rev < newest.rev) waiting ??= setTimeout(fill, HOLE_MS);
  }

  function fill() {
    waiting = null;
    if (messages.lastId < newest.id) sendMessage.catchUp();
    if (changes.rev < newest.rev) changeMessage.catchUp();
  }

  function catchUp() {
    sendMessage.catchUp();
    changeMessage.catchUp();
  }

  link.on('stored', (news) => {
    sendMessage.receive(news);
    compare({ id: news.at(-1).id });
  });
  link.on('changed', (news) => {
    changeMessage.receive(news);
    compare({ rev: news.messages.at(-1).rev });
  });
  link.on('end', compare);
  link.on('back', catchUp);
  others.on('dead', catchUp);
  link.on('beat', () => {
    if (link.isUp) link.publish('end', { id: messages.lastId, rev: changes.rev });
    else catchUp();
  });
}
