import { erring, refuse, replying, sending } from './break.js';

/** @param {any} error @param {import('../proxy/mutant.js').Exchange} x */
const letIn = (error, x) => void (x.status = 201);

/** @type {import('../proxy/mutant.js').Mutant[]} */
export const mutants = [
  {
    name: 'does not say whether it has a join code',
    breaks: ['/config says whether a new login needs a join code'],
    ...replying(
      'GET',
      '/config',
      (config) => void (config.features = config.features.filter((/** @type {string} */ one) => one !== 'joinCode')),
    ),
  },
  {
    name: 'asks for a join code at every login',
    breaks: ['a known login needs no join code'],
    reply: (x) => {
      if (x.is('POST', '/login') && x.status === 200) refuse(x, 'wrong_join_code', 'joinCode');
    },
  },
  {
    name: 'lets in whoever brings no join code',
    breaks: ['a new login without a join code'],
    ...erring('empty_field', letIn),
  },
  {
    name: 'lets in whoever brings a wrong join code',
    breaks: ['a new login without a join code', 'a join code is asked for after', 'after 5 wrong join codes'],
    ...erring('wrong_join_code', letIn),
  },
  {
    name: 'trims join codes',
    breaks: ['a new login without a join code'],
    ...sending('/login', (sent) => {
      if (typeof sent.joinCode === 'string') sent.joinCode = sent.joinCode.trim();
    }),
  },
  {
    name: 'counts no wrong join code as a failed login',
    breaks: ['after 5 wrong join codes'],
    ...erring('too_many_attempts', (error, x) => {
      x.status = 403;
      error.code = 'wrong_join_code';
    }),
  },
];
