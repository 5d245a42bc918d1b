import { pause } from '../suite/expect.js';
import { refuse } from './break.js';

/** Counts who logs in right now. @param {import('../proxy/mutant.js').Exchange} x */
const isBurst = (x) => {
  const now = Date.now();
  x.memory.logins = [...(x.memory.logins ?? []), now].filter((at) => at > now - 1000);
  return x.memory.logins.length > 40;
};

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'refuses a burst of logins without saying when to come again',
    breaks: ['of many who log in at once some are let in'],
    request: (x) => {
      if (x.is('POST', '/login') && isBurst(x)) refuse(x, 'too_many_logins');
    },
  },
  {
    name: 'lets nobody in who was once one of too many',
    breaks: ['many who log in at once are all let in'],
    request: (x) => {
      if (!x.is('POST', '/login')) return;
      x.memory.sentAway ??= new Set();
      if (isBurst(x)) x.memory.sentAway.add(x.sent.login);
      if (!x.memory.sentAway.has(x.sent.login)) return;
      refuse(x, 'too_many_logins');
      x.replyHeaders = { ...x.replyHeaders, 'retry-after': '1' };
    },
  },
  {
    name: 'keeps everybody waiting while many log in',
    breaks: ['a send and a page beside many logins'],
    request: async (x) => {
      if (x.is('POST', '/login')) isBurst(x);
      else if (x.memory.logins?.length > 20) await pause(3500);
    },
  },
];
