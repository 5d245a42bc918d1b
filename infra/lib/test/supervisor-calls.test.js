import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, statesOf } from '../supervisor-calls.js';

/** As supervisord 4.2.5 writes it. @param {Record<string, string | number>} info */
const struct = (info) => {
  const members = Object.entries(info).map(([name, value]) => {
    const type = typeof value === 'number' ? 'int' : 'string';
    return `<member>\n<name>${name}</name>\n<value><${type}>${value}</${type}></value>\n</member>\n`;
  });
  return `<value><struct>\n${members.join('')}</struct></value>\n`;
};
const answer = (/** @type {Record<string, string | number>[]} */ ...infos) =>
  `<?xml version='1.0'?>\n<methodResponse>\n<params>\n<param>\n<value><array><data>\n${infos.map(struct).join('')}</data></array></value>\n</param>\n</params>\n</methodResponse>\n`;

test('the state of each program is read, and the pid of one that runs', () => {
  const told = answer(
    { name: 'deaths', group: 'deaths', state: 20, statename: 'RUNNING', spawnerr: '', pid: 31055 },
    { name: 'node', group: 'node', description: '', state: 10, statename: 'STARTING', pid: 32522 },
    { name: 'loop', spawnerr: 'a &lt;name&gt;pid&lt;/name&gt;\nof two lines', statename: 'BACKOFF', pid: 0 },
    { name: 'fpm', spawnerr: '', statename: 'FATAL', pid: 0 },
    { name: 'a&amp;b', description: 'Not started', statename: 'STOPPED', pid: 0 },
  );
  assert.deepEqual(statesOf(told), {
    deaths: { state: 'RUNNING', pid: 31055 },
    node: { state: 'STARTING', pid: null },
    loop: { state: 'BACKOFF', pid: null },
    fpm: { state: 'FATAL', pid: null },
    'a&b': { state: 'STOPPED', pid: null },
  });
});

test('of an answer that tells of no program nothing is read', () => {
  const fault = struct({ faultCode: 6, faultString: 'SHUTDOWN_STATE' });
  assert.deepEqual(
    statesOf(`<?xml version='1.0'?>\n<methodResponse>\n<fault>\n${fault}</fault>\n</methodResponse>\n`),
    {},
  );
  assert.deepEqual(statesOf(answer()), {});
  assert.deepEqual(statesOf(''), {});
});

test('a call is the XML-RPC one, and one that gets no answer ends when it is told to', async () => {
  const socket = join(mkdtempSync(join(tmpdir(), 'chat-supervisor-')), 's');
  let asked = '';
  const server = createServer(async (request, answered) => {
    const body = (await request.toArray()).join('');
    asked = `${request.method} ${request.url} ${body}`;
    if (body.includes('startProcess')) answered.end('<methodResponse/>');
  });
  await once(server.listen(socket), 'listening');
  assert.equal(await call(socket, 'startProcess', ['a<&b']), '<methodResponse/>');
  assert.equal(
    asked,
    'POST /RPC2 <?xml version="1.0"?><methodCall><methodName>supervisor.startProcess</methodName>' +
      '<params><param><value><string>a&lt;&amp;b</string></value></param></params></methodCall>',
  );
  await assert.rejects(call(socket, 'getAllProcessInfo', [], AbortSignal.timeout(50)), { name: 'AbortError' });
  server.close();
  server.closeAllConnections();
  await assert.rejects(call(socket, 'getAllProcessInfo', []), { code: 'ENOENT' });
});
