import { erring, refuse, sending } from './break.js';

/** Counts the refused logins by what was typed. @param {import('../proxy/mutant.js').Exchange} x */
const counting = (x) => {
  if (x.is('POST', '/login') && x.status === 401) x.memory.failed = (x.memory.failed ?? 0) + 1;
};

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'never blocks a login',
    breaks: ['after 5 wrong passwords', 'too_many_attempts says in Retry-After', 'attempts are counted for the login'],
    ...erring('too_many_attempts', (error, x) => {
      x.status = 401;
      error.code = 'wrong_password';
    }),
  },
  {
    name: 'says nothing of Retry-After',
    breaks: ['too_many_attempts says in Retry-After', 'too_many_messages says in Retry-After'],
    reply: (x) => void delete x.replyHeaders['retry-after'],
  },
  {
    name: 'blocks after 4 failures',
    breaks: ['after 4 wrong passwords', 'after 5 wrong passwords'],
    reply: counting,
    ...sending('/login', (_, x) => x.memory.failed >= 4 && refuse(x, 'too_many_attempts')),
  },
  {
    name: 'counts every login as an attempt',
    breaks: ['only wrong passwords count'],
    ...sending('/login', (_, x) => {
      x.memory.logins = (x.memory.logins ?? 0) + 1;
      if (x.memory.logins > 5) refuse(x, 'too_many_attempts');
    }),
  },
  {
    name: 'blocks everybody after 5 failures of one',
    breaks: ['one login that is blocked'],
    reply: counting,
    ...sending('/login', (_, x) => x.memory.failed >= 5 && refuse(x, 'too_many_attempts')),
  },
  {
    name: 'counts attempts for the login as typed',
    breaks: ['attempts are counted for the login'],
    ...erring('too_many_attempts', (error, x) => {
      if (x.sent.login === x.sent.login.trim()) return;
      x.status = 401;
      error.code = 'wrong_password';
    }),
  },
  {
    name: 'ends the session of a login that is blocked',
    breaks: ['a session lives on while'],
    reply: counting,
    request: (x) => {
      if (x.is('GET', '/me') && x.memory.failed >= 5) refuse(x, 'not_logged_in');
    },
  },
  {
    name: 'checks the attempts before the fields',
    breaks: ['the fields are checked before the attempts'],
    reply: counting,
    ...sending('/login', (_, x) => x.memory.failed >= 5 && refuse(x, 'too_many_attempts')),
  },
];
