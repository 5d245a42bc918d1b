import { replying, telling, told } from './break.js';

const nobody = () => ({ count: 0, users: [] });

/** @param {(json: any, x: import('../proxy/mutant.js').Exchange) => void} change */
const listing = (change) =>
  replying('GET', '/online', (json, x) => {
    if (json.users) change(json, x);
  });

/** Remembers who a socket belongs to. @param {import('../proxy/mutant.js').ChatEvent} event @param {import('../proxy/mutant.js').Link} link */
const recognise = (event, link) => void (event.name === 'welcome' && (link.own.me = event.payload.me));

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'lists nobody',
    breaks: [
      'GET /online counts and lists',
      'a user with three tabs is online once',
      'a user with three tabs does not',
    ],
    ...listing((json) => void (json.users = [])),
  },
  {
    name: 'lists ids without names',
    breaks: ['GET /online counts and lists'],
    ...listing((json) => void (json.users = json.users.map((/** @type {any} */ { id }) => ({ id })))),
  },
  {
    name: 'takes who is logged in for online',
    breaks: ['who is logged in but has not joined', 'a user leaves once, when', 'during the 3 s of grace'],
    reply: (x) => {
      const json = x.json;
      if (x.is('POST', '/login') && json?.user) (x.memory.users ??= []).push(json.user);
      if (!x.is('GET', '/online') || !json.users) return;
      const listed = new Set(json.users.map((/** @type {any} */ { id }) => id));
      json.users.push(...x.memory.users.filter((/** @type {any} */ { id }) => !listed.has(id)));
      x.json = json;
    },
  },
  {
    name: 'tells nothing of who comes and goes',
    breaks: ['somebody who joins is told', 'who came and comes back', 'the counts of presence events'],
    ...telling('presence', () => undefined),
  },
  {
    name: 'tells names only',
    breaks: ['somebody who joins is told', 'a presence event has a count'],
    ...telling('presence', (event) => ({
      ...event,
      joined: { ...event.joined, users: event.joined.users.map((/** @type {any} */ { id }) => ({ id })) },
    })),
  },
  {
    name: 'names one user less than it counts',
    breaks: ['a presence event has a count', 'twelve who join at once'],
    ...telling('presence', (event) => ({
      ...event,
      joined: { ...event.joined, users: event.joined.users.slice(0, 9), count: event.joined.count + 1 },
    })),
  },
  {
    name: 'counts one more at each event',
    breaks: ['the counts of presence events'],
    ...telling('presence', (event, { own }) => ({
      ...event,
      count: event.count + (own.events = (own.events ?? 0) + 1),
    })),
  },
  {
    name: 'counts tabs',
    breaks: ['a user with three tabs is online once', 'welcome counts who is online'],
    ...listing((json) => void json.users.push(...json.users)),
    ...telling('welcome', (event, { links }) => ({ ...event, online: { count: event.online.count + links.size } })),
  },
  {
    name: 'tells a joining for each tab',
    breaks: ['a user with three tabs is online once', 'a reload is no leaving'],
    toClient: (event, link) => {
      if (event.name !== 'welcome') return;
      const joined = { count: 1, users: [event.payload.me] };
      for (const each of link.links) each.tell(told('presence', { count: 1, joined, left: nobody() }));
    },
  },
  {
    name: 'tells a leaving for each tab, at once',
    breaks: [
      'a user with three tabs does not leave',
      'a user leaves once, when',
      'a reload is no leaving',
      'a logout starts the same 3 s',
    ],
    toClient: recognise,
    left: (link) => {
      const left = { count: 1, users: [link.own.me] };
      for (const each of link.links) each.tell(told('presence', { count: 1, joined: nobody(), left }));
    },
  },
  {
    name: 'takes who has no socket for gone at once',
    breaks: ['during the 3 s of grace'],
    toClient: recognise,
    left: (link) => void (link.memory.gone = link.own.me?.id),
    ...listing((json, { memory }) => {
      json.users = json.users.filter((/** @type {any} */ { id }) => id !== memory.gone);
    }),
  },
  {
    name: 'never tells who leaves',
    breaks: ['a user leaves once, when', 'who came and comes back', 'a logout starts the same 3 s'],
    ...telling('presence', (event) => ({ ...event, left: nobody() })),
  },
  {
    name: 'tells each joining by itself',
    breaks: ['twelve who join at once', 'presence events are at least 500 ms apart'],
    toClient: (event) => {
      if (event.name !== 'presence' || event.payload.joined.count < 2) return undefined;
      return event.payload.joined.users.map((/** @type {any} */ user) => ({
        ...event,
        payload: { ...event.payload, joined: { count: 1, users: [user] } },
      }));
    },
  },
  {
    name: 'lists 101 online',
    breaks: ['of more than 100 online'],
    ...listing((json) => void (json.count > 100 && json.users.push({ id: 'x', name: 'x' }))),
  },
  {
    name: 'lists others than the longest online',
    breaks: ['of more than 100 online'],
    ...listing((json) => void (json.count > 100 && json.users.fill({ id: 'x', name: 'x' }))),
  },
];
