import { overload } from '../overloadEntry.js';

export const list = [
  overload('pages pipelined on connections that never read', async (h) => {
    const request = h.head('GET /messages?limit=200', [`cookie: ${h.person.cookie}`]);
    const bytes = request.repeat(Math.floor(63_000 / request.length));
    await h.dialMany(h.many(10, 1), { bytes, read: false });
    await h.hold(5000, 1000);
  }),

  overload('metrics pipelined without a session', async (h) => {
    const bytes = h.head('GET /metrics').repeat(h.many(1500, 100));
    await h.dialMany(h.many(4, 1), { bytes });
    await h.hold(5000, 1000);
  }),
];
