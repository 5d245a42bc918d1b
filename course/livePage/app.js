import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import fastify from 'fastify';
import { renderSVG } from 'uqr';
import { readTarget } from '../../load/src/server/targets.js';
import { readCourse } from '../src/course.js';
import { Audience } from './audience.js';
import { startChild } from './child.js';
import { LAB_CALLS, PRESS } from './labCalls.js';
import { Labs } from './labs.js';
import { Lesson } from './lesson.js';
import { Watch } from './watch.js';

const NEWS_EVERY_MS = 500;
const LOOK_AT_ROOMS_EVERY_MS = 1000;
const LINES_OF_LOAD = 30;
const START = 'Start both chats with: infra/up --lecture --detach';

const PAGE = new URL('page/', import.meta.url);
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml' };
const resolve = createRequire(import.meta.url).resolve;
const FILES = Object.fromEntries([
  ...fs.readdirSync(PAGE).map((name) => [`/${name}`, new URL(name, PAGE).pathname]),
  ['/tokens.css', new URL('../../web/css/tokens.css', import.meta.url).pathname],
  ['/echarts.js', resolve('echarts/dist/echarts.esm.min.js')],
  ['/lit-html.js', resolve('lit-html')],
]);
const html = fs.readFileSync(new URL('index.html', PAGE), 'utf8');
const imports = html.match(/<script type="importmap">([^]*?)<\/script>/)?.[1] ?? '';
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(imports).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Refuses a request; `code` goes into the answer. */
class Refused extends Error {
  /** @param {number} statusCode @param {string} code @param {string} message */
  constructor(statusCode, code, message) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** Body of POST /api/lab. */
const LAB_ORDER = {
  type: 'object',
  required: ['id', 'prediction'],
  properties: { id: { type: 'string' }, prediction: { type: 'integer', minimum: 0 } },
};
const QUESTION = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, isNew: { type: 'boolean' } },
};
const LINK = { type: 'object', required: ['link'], properties: { link: { type: 'string', maxLength: 300 } } };

/**
 * The server of the live page. It watches both chats, makes lab calls, starts Artillery and labs, and sends open pages
 * the news twice a second.
 * @param {{instance: string, folder?: string}} where instance: of infra/up; folder: of other labs
 */
export async function liveApp({ instance, folder }) {
  const app = fastify({ bodyLimit: 4096, forceCloseConnections: true, ajv: { customOptions: { coerceTypes: false } } });
  const audience = new Audience();
  const watch = new Watch(instance);
  const options = Object.entries({ instance, ...(folder && { labs: folder }) });
  const labs = new Labs(
    await readCourse(folder),
    options.flatMap(([name, value]) => [`--${name}`, value]),
  );
  /** @type {{isRunning: boolean, lines: string[]}} */
  const load = { isRunning: false, lines: [] };
  /** @type {{stop: () => void} | null} */
  let artillery = null;

  const lesson = new Lesson(instance, labs.course[0].id);

  const sendNews = () => {
    audience.send('minute', { ...watch.minute, load, lesson: lesson.stateFor(watch.chats) });
    for (const id of labs.changed) audience.send('lab', { id, run: labs.runs[id] ?? null });
    labs.changed.clear();
  };
  const newsTimer = setInterval(() => {
    if (audience.isEmpty) return watch.rest();
    watch.begin();
    sendNews();
  }, NEWS_EVERY_MS);
  // Not during a lab or a lab call: the look would show in what is measured.
  const roomTimer = setInterval(() => {
    if (!audience.isEmpty && !labs.isBusy && !watch.isPressed) lesson.look(watch.chats);
  }, LOOK_AT_ROOMS_EVERY_MS);

  app.addHook('onRequest', async ({ headers, method, url }, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const { port } = /** @type {import('node:net').AddressInfo} */ (app.server.address());
    // Without these checks a page of another origin, or DNS rebinding, could start load and labs.
    const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'none' } = headers;
    if (![`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host))
      throw new Refused(421, 'host_not_allowed', `This server is not ${host}: open http://127.0.0.1:${port}/`);
    const isLink = method === 'GET' && url === '/';
    if (origin !== `http://${host}` || !(isLink || ['same-origin', 'none'].includes(`${site}`)))
      throw new Refused(403, 'origin_not_allowed', 'Pages of other origins may not use this server.');
  });
  // JSON alone: a browser sends it to another origin only after a preflight, which this server refuses.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((/** @type {any} */ error, _request, reply) => {
    const status = error.validation ? 422 : (error.statusCode ?? 500);
    const code = error instanceof Refused ? error.code : status < 500 ? 'bad_request' : 'internal';
    return reply.code(status).send({ error: { code, message: error.message } });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', message: 'There is nothing at this address.' } }),
  );

  app.get('/', (_request, reply) => reply.type('text/html').send(html));
  for (const [address, file] of Object.entries(FILES)) {
    const type = TYPES[/** @type {keyof typeof TYPES} */ (path.extname(address))];
    app.get(address, (_request, reply) => reply.type(type).send(fs.readFileSync(file)));
  }

  app.get('/qr.svg', { schema: { querystring: LINK } }, (request, reply) =>
    reply.type('image/svg+xml').send(renderSVG(/** @type {{link: string}} */ (request.query).link, { border: 4 })),
  );

  app.get('/api/events', (_request, reply) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, String(value));
    reply.hijack();
    const colours = ['node', 'laravel', 'laravel-workers'].map((name) => [name, readTarget(name).look.colour]);
    const calls = Object.entries(LAB_CALLS).map(([key, { title, about }]) => ({ key, title, about }));
    audience.add(reply.raw, {
      course: { labs: labs.asked, runs: labs.runs, colours: Object.fromEntries(colours), calls, now: Date.now() },
    });
  });

  app.post('/api/press', { schema: { body: PRESS } }, async (request, reply) => {
    if (labs.isBusy) throw new Refused(409, 'lab_in_progress', 'A lab is running: it would measure this too.');
    const press = /** @type {import('./labCalls.js').Press} */ (request.body);
    if (!watch.press(press)) throw new Refused(422, 'bad_request', `No chat takes lab calls. ${START}`);
    return reply.code(201).send({});
  });

  app.post('/api/load', async (_request, reply) => {
    mustBeIdle();
    if (lesson.classroom)
      throw new Refused(409, 'class_in_room', 'A class is in these chats: load would fill their room.');
    const { node, laravel } = Object.fromEntries(watch.chats.map(({ name, url }) => [name, url]));
    if (!node && !laravel) throw new Refused(422, 'bad_request', `No chat is running. ${START}`);
    const targets = [node && 'node', laravel && 'laravel'].filter(Boolean).join();
    Object.assign(load, { isRunning: true, lines: [] });
    watch.mark('npx artillery run load/chat.yml');
    artillery = startChild(
      [process.execPath, 'node_modules/.bin/artillery', 'run', 'load/chat.yml'],
      {
        onLine: (line) => line.trim() && (load.lines = [...load.lines, line].slice(-LINES_OF_LOAD)),
        onEnd: (how) => {
          if (how !== '0') load.lines.push(`It ended with ${how}.`);
          load.isRunning = false;
          artillery = null;
        },
      },
      {
        ...(node && { CHAT_LOAD_NODE: node }),
        ...(laravel && { CHAT_LOAD_LARAVEL: laravel }),
        CHAT_LOAD_TARGETS: targets,
        ARTILLERY_DISABLE_TELEMETRY: '1',
      },
    );
    return reply.code(201).send({});
  });

  app.post('/api/lab', { schema: { body: LAB_ORDER } }, async (request, reply) => {
    mustBeIdle();
    const order = /** @type {{id: string, prediction: number}} */ (request.body);
    const lab = labs.start({ ...order, votes: lesson.votes }, (step) => watch.mark(step));
    if (!lab) throw new Refused(422, 'bad_request', 'There is no such lab, or it has no such choice.');
    return reply.code(201).send({});
  });

  app.post('/api/stop', async () => {
    artillery?.stop();
    labs.stop();
    return {};
  });

  // Chooses the question that the class answers now; its votes and an earlier run of its lab are forgotten.
  app.post('/api/question', { schema: { body: QUESTION } }, async (request) => {
    if (labs.isBusy) throw new Refused(409, 'lab_in_progress', 'A lab is running: stop it first.');
    const { id, isNew } = /** @type {{id: string, isNew?: boolean}} */ (request.body);
    if (!labs.course.some((lab) => lab.id === id)) throw new Refused(422, 'bad_request', 'There is no such lab.');
    if (isNew) labs.forget(id);
    lesson.ask(id);
    sendNews();
    return {};
  });

  /** Two runs at once would disturb each other's measurements. @throws {Refused} */
  function mustBeIdle() {
    if (load.isRunning)
      throw new Refused(409, 'load_in_progress', 'Artillery is running: stop it, or wait for its end.');
    if (labs.isBusy) throw new Refused(409, 'lab_in_progress', 'A lab is running: stop it, or wait for its end.');
  }

  app.addHook('onClose', async () => {
    clearInterval(newsTimer);
    clearInterval(roomTimer);
    audience.close();
    watch.rest();
    artillery?.stop();
    labs.stop();
  });
  return app;
}
