import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Room } from './room.js';
import { countVotes } from './votes.js';

/**
 * The class, as sent to pages.
 * @typedef {object} LessonState
 * @property {string} question id of the lab to predict @property {number[]} votes for A, B and C
 * @property {string} joinCode '' if the class cannot join
 * @property {Array<{name: string, title: string, link: string, online: number | null}>} rooms link: for phones
 *
 * @typedef {{host: string, joinCode: string}} Classroom host: address for the class
 */

/** The class: how many are in the chats, and their votes on the current question. */
export class Lesson {
  /** @type {Map<string, Room>} by address of a chat */
  #rooms = new Map();
  #since = Date.now();

  /** @param {string} instance of infra/up @param {string} question */
  constructor(instance, question) {
    this.instance = instance;
    this.question = question;
  }

  get classroom() {
    return classroomOf(this.instance);
  }

  /** Asks a question; only later votes count. @param {string} question id of a lab */
  ask(question) {
    this.question = question;
    this.#since = Date.now();
  }

  /** @param {import('../src/layout.js').ChatLayout[]} chats that run */
  look(chats) {
    for (const { url } of chats) {
      if (!this.#rooms.has(url)) this.#rooms.set(url, new Room(url));
      this.#rooms.get(url)?.look(this.classroom?.joinCode);
    }
  }

  /** A person in both chats has two votes, one for each account. @returns {number[]} for A, B and C */
  get votes() {
    const each = [...this.#rooms.values()].map(({ votes }) => countVotes(votes, this.#since));
    return [0, 1, 2].map((place) => each.reduce((sum, votes) => sum + votes[place], 0));
  }

  /** @param {import('../src/layout.js').ChatLayout[]} chats that run @returns {LessonState} */
  stateFor(chats) {
    const { host = '', joinCode = '' } = this.classroom ?? {};
    const rooms = chats.map(({ name, title, url }) => {
      const link = new URL(url);
      if (host) link.hostname = host;
      return { name, title, link: link.origin, online: this.#rooms.get(url)?.online ?? null };
    });
    return { question: this.question, votes: this.votes, joinCode, rooms };
  }
}

/** @param {string} instance of infra/up @returns {Classroom | null} null if it is not open to a class */
function classroomOf(instance) {
  const file = fileURLToPath(new URL(`../../var/${instance}/instance.json`, import.meta.url));
  if (!fs.existsSync(file)) return null;
  const { classroom, host, joinCode } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return classroom ? { host, joinCode } : null;
}
