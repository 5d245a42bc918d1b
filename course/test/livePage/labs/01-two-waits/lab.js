import { setTimeout as sleep } from 'node:timers/promises';

/** @import { Lab } from '../../../../src/lab.js' */

/** A lab without servers, for tests of the live page. @type {Lab} */
export default {
  servers: 'own',
  charts: [
    {
      key: 'waits',
      title: 'Waited',
      x: { label: 'wait' },
      y: { label: 'ms' },
      lines: [{ key: 'all', name: 'waits', target: 'node' }],
    },
  ],
  claims: [{ key: 'second', text: 'The second takes twice as long.', atLeast: 2 }],
  head: ['', 'ms'],
  async run({ say, point }) {
    console.log('a warning of a library, which is no event');
    say('waiting');
    await sleep(Number(process.env.WAITS_MS));
    point('waits', 'all', 1, 10);
    point('waits', 'all', 2, 100);
    return {
      rows: [['first', 10]],
      measured: { second: { unit: 'ms', over: { name: 'second', value: 100 }, under: { name: 'first', value: 10 } } },
    };
  },
};
