import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { chartStyles, pageScript } from '../../charts/bundle.js';
import { labCall, labelOf } from '../labCalls.js';
import { ArtilleryRun } from './artilleryRun.js';
import { Audience } from './audience.js';
import { BadRequest, mustBeObject } from './badRequest.js';
import { LabDesk } from './labDesk.js';
import { readPress } from './readPress.js';
import { NotAllowed, refuseOtherSites } from './refuseOtherSites.js';
import { Watch } from './watch.js';

const PAGE = new URL('../page/', import.meta.url);
const read = (/** @type {string} */ name) => fs.readFileSync(new URL(name, PAGE), 'utf8');

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * The server of the live page. It shows what processes of their own tell: the watcher, a lab, Artillery.
 * @param {object} settings
 * @param {string} settings.instance of infra/up
 * @param {Record<string, string>} [settings.addresses] of chats that are not the instance's
 * @param {URL} [settings.course] a folder of other labs
 */
export async function liveApp({ instance, addresses, course }) {
  const app = fastify({ bodyLimit: 4096, forceCloseConnections: true });
  // JSON alone: a page of another origin cannot send that without being asked first, which nothing here allows.
  app.removeContentTypeParser('text/plain');
  const port = () => /** @type {import('node:net').AddressInfo} */ (app.server.address()).port;
  const audience = new Audience();
  const watch = new Watch({ instance, addresses });
  watch.on('seen', (seen) => audience.tell('seen', seen));
  audience.on('somebody', () => watch.begin());
  audience.on('nobody', () => watch.rest());
  const load = new ArtilleryRun();
  load.on('change', (now) => audience.tell('load', now));
  const labs = await LabDesk.ofCourse({ instance, node: addresses?.node, laravel: addresses?.laravel }, course);
  labs.on('lab', (id, lab) => audience.tell('lab', { id, run: lab, now: Date.now() }));
  labs.on('events', (id, events) => {
    audience.tell('lab-events', { id, events });
    // What a lab does to the chats that the lanes are of is a mark there.
    const isSeen = labs.course.find((lab) => lab.id === id)?.servers === 'lecture';
    for (const { step } of events) if (isSeen && step !== undefined) watch.mark(step);
  });

  const files = {
    '/': { type: 'text/html; charset=utf-8', text: read('index.html') },
    '/live.css': { type: 'text/css; charset=utf-8', text: chartStyles() + read('live.css') },
    '/live.js': {
      type: 'text/javascript; charset=utf-8',
      text: await pageScript(fileURLToPath(new URL('main.js', PAGE))),
    },
    '/icon.svg': { type: 'image/svg+xml', text: read('icon.svg') },
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    refuseOtherSites(request.raw, port());
  });

  app.setErrorHandler((/** @type {any} */ error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    const known = error instanceof NotAllowed || error instanceof BadRequest;
    const code = known ? error.code : status >= 500 ? 'internal' : 'bad_request';
    const field = error instanceof BadRequest && error.field !== '' ? { field: error.field } : {};
    return reply.code(status).send({ error: { code, message: error.message, ...field } });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', message: 'There is nothing at this address.' } }),
  );

  for (const [address, { type, text }] of Object.entries(files)) {
    app.get(address, (_request, reply) => reply.type(type).send(text));
  }

  app.get('/api/events', (_request, reply) => {
    const headers = /** @type {Record<string, string>} */ (reply.getHeaders());
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.hijack();
    audience.add(reply.raw, [
      ['load', load.now],
      ['labs', labs.whole()],
      ['minute', watch.minute],
    ]);
  });

  app.post('/api/press', async (request, reply) => {
    if (labs.isBusy) throw new NotAllowed(409, 'lab_in_progress', 'A lab is running: it would measure this too.');
    const press = readPress(request.body, watch.minute, watch.underWay);
    const label = labelOf(/** @type {import('../labCalls.js').LabCall} */ (labCall(press.key)), press);
    watch.press(press, label);
    return reply.code(201).send({ label });
  });

  app.post('/api/load', async (request, reply) => {
    mustBeObject(request.body);
    mustBeIdle();
    const chats = watch.minute.chats ?? [];
    if (chats.length === 0)
      throw new BadRequest('', 'No chat is running. Start both with: infra/up --lecture --detach');
    load.start(Object.fromEntries(chats.map(({ name, url }) => [name, url])));
    watch.mark('npx artillery run load/chat.yml');
    return reply.code(201).send({});
  });

  app.post('/api/load/stop', async (request) => {
    mustBeObject(request.body);
    load.stop();
    return {};
  });

  app.post('/api/lab', async (request, reply) => {
    mustBeIdle();
    const { number, title } = labs.start(request.body);
    watch.mark(`Lab ${number}: ${title}`);
    return reply.code(201).send({});
  });

  app.post('/api/lab/stop', async (request) => {
    mustBeObject(request.body);
    if (!labs.stop()) throw new NotAllowed(409, 'no_lab', 'No lab is running.');
    return {};
  });

  app.post('/api/lab/reset', async (request) => {
    labs.reset(request.body);
    return {};
  });

  /** Two at once would each measure the other too. @throws {NotAllowed} */
  function mustBeIdle() {
    if (load.now.isRunning)
      throw new NotAllowed(409, 'load_in_progress', 'Artillery is running: stop it, or wait for its end.');
    if (labs.isBusy) throw new NotAllowed(409, 'lab_in_progress', 'A lab is running: stop it, or wait for its end.');
  }

  app.addHook('onClose', async () => {
    audience.close();
    watch.close();
    labs.close();
    load.stop();
  });
  return app;
}
