import assert from 'node:assert/strict';
import { overload } from '../overloadEntry.js';

export const list = [
  overload('idle connections to the page by the thousand', async (h) => {
    const sockets = await h.dialMany(h.many(6000, 1500));
    await h.hold(3000, 500);
    const { status } = await h.server.call('/config', { timeoutMs: 5000 });
    assert.equal(status, 200, 'the page answers meanwhile');
    for (const socket of sockets) socket.destroy();
    const later = await h.server.call('/config', { timeoutMs: 5000 });
    assert.equal(later.status, 200, 'the page answers afterwards');
  }),
];
