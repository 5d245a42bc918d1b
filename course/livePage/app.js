import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import fastify from 'fastify';
import { renderSVG } from 'uqr';
import { readTarget } from '../../load/src/server/targets.js';
import { readCourse } from '../src/course.js';
import { Audience } from './audience.js';
import { Labs } from './labs.js';
import { roomOf } from './room.js';
import { Watch } from './watch.js';

/** @import { AddressInfo } from 'node:net' */
/** @import { Press } from './press.js' */

const SEND_EVERY_MS = 500;
const START = 'Start both chats with: infra/up --lecture --detach';

/** @param {string} name a file's @returns {string} its path */
const here = (name) => new URL(name, import.meta.url).pathname;
const TYPES = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml' };
const resolve = createRequire(import.meta.url).resolve;
const FILES = Object.fromEntries([
  ...fs.readdirSync(here('page')).map((name) => [`/${name}`, here(`page/${name}`)]),
  ...['tokens.css', 'base.css'].map((name) => [`/${name}`, here(`../../web/css/${name}`)]),
  ['/src/labOption.js', here('../src/labOption.js')],
  ['/load/src/report/lineOption.js', here('../../load/src/report/lineOption.js')],
  ['/echarts.js', resolve('echarts/dist/echarts.esm.min.js')],
  ['/lit-html.js', resolve('lit-html')],
]);
const html = fs.readFileSync(here('page/index.html'), 'utf8');
const imports = html.match(/<script type="importmap">([^]*?)<\/script>/)?.[1] ?? '';
const SCRIPTS = `'self' 'sha256-${createHash('sha256').update(imports).digest('base64')}'`;
const POLICY =
  `default-src 'none'; script-src ${SCRIPTS}; style-src 'self'; img-src 'self'; connect-src 'self'; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const TARGETS = Object.fromEntries(
  ['node', 'laravel', 'laravel-workers'].map((name) => {
    const { title, look } = readTarget(name);
    return [name, { title, colour: look.colour }];
  }),
);

/** @param {number} statusCode @param {string} message for the person @returns {Error} */
const refusal = (statusCode, message) => Object.assign(new Error(message), { statusCode });

/**
 * Starts the server of the live page. It watches both chats, makes lab calls, starts labs, and twice a second sends
 * open pages the last minute.
 * @param {{instance: string, folder?: string}} where instance: an instance of infra/up; folder: has other labs
 */
export async function liveApp({ instance, folder }) {
  const app = fastify({ bodyLimit: 4096, forceCloseConnections: true });
  const audience = new Audience();
  const watch = new Watch(instance);
  await watch.find();
  const labs = new Labs(await readCourse(folder), ['--instance', instance, ...(folder ? ['--labs', folder] : [])]);
  /** The class predicts the lab with this id. */
  let question = labs.course[0].id;

  const minute = () => ({ ...watch.minute, question, room: roomOf(instance, watch.chats) });
  const sendState = () => {
    audience.send('minute', minute());
    for (const id of labs.changed) audience.send('lab', { id, run: labs.runs[id] ?? null });
    labs.changed.clear();
  };
  const sendTimer = setInterval(sendState, SEND_EVERY_MS);

  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const { port } = /** @type {AddressInfo} */ (app.server.address());
    // Without these checks a page of another origin, or DNS rebinding, could start labs.
    const { host = '', origin = `http://${host}` } = headers;
    if (![`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host))
      throw refusal(421, `This server is not ${host}: open http://127.0.0.1:${port}/`);
    if (origin !== `http://${host}`) throw refusal(403, 'Pages of other origins may not use this server.');
  });

  app.get('/', (_request, reply) => reply.type('text/html').send(html));
  for (const [address, file] of Object.entries(FILES)) {
    const type = TYPES[/** @type {keyof typeof TYPES} */ (path.extname(address))];
    app.get(address, (_request, reply) => reply.type(type).send(fs.readFileSync(file)));
  }

  app.get('/qr.svg', (request, reply) =>
    reply.type('image/svg+xml').send(renderSVG(/** @type {{link: string}} */ (request.query).link, { border: 4 })),
  );

  app.get('/api/events', (_request, reply) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, String(value));
    reply.hijack();
    audience.add(reply.raw, { course: { labs: labs.course, runs: labs.runs, targets: TARGETS }, minute: minute() });
  });

  app.post('/api/press', async (request) => {
    if (labs.isBusy) throw refusal(409, 'A lab is running: it would measure this too.');
    const press = /** @type {Press} */ (request.body);
    if (!watch.press(press)) throw refusal(422, `No chat takes lab calls. ${START}`);
    return {};
  });

  app.post('/api/lab', async (request) => {
    // Two runs at once would disturb each other's measurements.
    if (labs.isBusy) throw refusal(409, 'A lab is running: stop it, or wait for its end.');
    const { id, prediction } = /** @type {{id: string, prediction: number}} */ (request.body);
    labs.start(labOf(id), prediction, (step) => watch.mark(step));
    return {};
  });

  app.post('/api/stop', async () => {
    labs.stop();
    return {};
  });

  // Chooses the lab that the class predicts now; isNew: forget its run.
  app.post('/api/question', async (request) => {
    if (labs.isBusy) throw refusal(409, 'A lab is running: stop it first.');
    const { id, isNew } = /** @type {{id: string, isNew?: boolean}} */ (request.body);
    question = labOf(id).id;
    if (isNew) labs.forget(id);
    sendState();
    return {};
  });

  /** @param {string} id @throws {Error} */
  function labOf(id) {
    const lab = labs.course.find((one) => one.id === id);
    if (!lab) throw refusal(422, 'There is no such lab.');
    return lab;
  }

  app.addHook('onClose', async () => {
    clearInterval(sendTimer);
    audience.close();
    watch.stop();
    labs.stop();
  });
  return app;
}
