import { SharedPresence } from './sharedPresence.js';

/** @import { News } from '../chat/news.js' */
/** @import { Services } from '../createServices.js' */
/** @import { RedisLink } from './redisLink.js' */

/**
 * Follows the other processes. All are alike: the database orders messages, Redis carries news, and each process emits
 * to its own sockets. News may be lost. So each process publishes once a second how far it is, and a process that is
 * behind asks the store for messages, and the other one for its users.
 * @param {RedisLink} link
 * @param {Services} services
 */
export function followOthers(link, services) {
  const { presence, typing, messageQueue, storedMessages, changeQueue, storedChanges, endedSessions } = services;
  const { messages, changes } = services.store;
  const sharedPresence = new SharedPresence(presence);
  /** Whether another process has asked for the users since the last beat: one answer serves all. */
  let isAsked = false;

  /** @type {Record<News, (news: any, process: string) => void>} */
  const handlers = {
    here({ id, rev, users }, process) {
      catchUp(id, rev);
      if (users !== sharedPresence.usersOf(process).size) link.publish('who', process);
    },
    stored(news) {
      storedMessages.receive(news);
      catchUp(news.at(-1).id, 0);
    },
    changed(news) {
      storedChanges.receive(news);
      catchUp(0, news.messages.at(-1).rev);
    },
    ended: (handle) => endedSessions.receive(handle),
    typing: (user) => typing.add(user),
    joined: (user, process) => sharedPresence.joined(process, user),
    left(user, process) {
      sharedPresence.left(process, user);
      if (!presence.find(user.id)) typing.stop(user.id); // else the user may type at a third process, or here
    },
    users: (users, process) => sharedPresence.replaceUsers(process, users),
    who: (process) => void (isAsked ||= process === link.id),
    /** That process was cut off: it has missed news, and its own was lost. */
    up() {
      isAsked = true;
      endedSessions.requestCheck();
    },
  };

  /** Reads what is missing from the store. @param {number} id @param {number} rev the newest of another process */
  function catchUp(id, rev) {
    if (messages.lastId < id) messageQueue.catchUp();
    if (changes.rev < rev) changeQueue.catchUp();
  }

  link.on('news', (/** @type {News} */ name, news, process) => {
    sharedPresence.markAlive(process);
    handlers[name]?.(news, process); // another version may know other news
  });

  link.on('up', () => {
    link.publish('up', null);
    isAsked = true;
    catchUp(Infinity, Infinity);
    endedSessions.requestCheck();
  });

  link.on('beat', () => {
    const users = presence.ownUsers();
    if (isAsked) link.publish('users', users);
    isAsked = false;
    link.publish('here', { id: messages.lastId, rev: changes.rev, users: users.length });
    if (!link.isUp) return catchUp(Infinity, Infinity);
    if (sharedPresence.removeSilentProcesses()) {
      // The last news of that process may be missing.
      catchUp(Infinity, Infinity);
      endedSessions.requestCheck();
    }
    void endedSessions.check();
  });
}
