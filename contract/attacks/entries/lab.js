import { contract } from '../../suite/contract.js';
import { expectError } from '../../suite/expect.js';
import { entry } from '../entry.js';

const { where, what, msMax, leakMaxBytes, hashCostMax } = contract.lab;

/** Whoever could occupy the event loop for ten seconds at a time would need no other attack. */
export const list = [
  entry('lab calls at their worst, on a server that has none', async (h) => {
    const worst = JSON.stringify({ ms: msMax, blocking: true, bytes: leakMaxBytes, cost: hashCostMax });
    for (const place of where)
      for (const kind of what) expectError(await h.post(`/lab/${place}/${kind}`, worst), 'not_found');
  }),
];
