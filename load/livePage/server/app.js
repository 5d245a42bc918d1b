import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { chartStyles, pageScript } from '../../charts/bundle.js';
import { newRunName } from '../../ledger/clientIds.js';
import { labCall, labelOf } from '../labCalls.js';
import { Audience } from './audience.js';
import { Choices } from './choices.js';
import { Guard, NotAllowed } from './guard.js';
import { LabDesk } from './labDesk.js';
import { LiveRun } from './liveRun.js';
import { BadPlan, LIMITS, mustBeObject, readPlan } from './plan.js';
import { readPress } from './readPress.js';
import { writeReport } from './report.js';
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
/** A report is one file with all that it needs inside; it may not reach this server. */
const REPORT_POLICY =
  "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

const FILES = {
  json: { type: 'application/json; charset=utf-8', policy: POLICY },
  html: { type: 'text/html; charset=utf-8', policy: REPORT_POLICY },
};

/**
 * The server of the live page: it shows what drivers, processes of their own, tell. One run at a time.
 * @param {object} settings
 * @param {string} settings.host @param {string | null} settings.token @param {string} settings.results folder for runs
 * @param {string} settings.instance of infra/up @param {Record<string, string>} [settings.addresses] of targets that are not the instance's
 * @param {URL} [settings.course] a folder of other labs
 */
export async function liveApp({ host, token, results, instance, addresses, course }) {
  const app = fastify({ bodyLimit: 4096, forceCloseConnections: true });
  // JSON alone: a page of another origin cannot send that without being asked first, which nothing here allows.
  app.removeContentTypeParser('text/plain');
  const guard = new Guard({
    host,
    token,
    port: () => /** @type {import('node:net').AddressInfo} */ (app.server.address()).port,
  });
  const choices = new Choices({ instance, addresses });
  // The first page does not have to wait for it.
  choices.targets();
  const audience = new Audience();
  /** @type {LiveRun | null} */
  let run = null;
  const isBusy = () => run !== null && run.state !== 'ended';
  const watch = new Watch({ instance, addresses });
  watch.on('seen', (seen) => audience.tell('seen', seen));
  audience.on('somebody', () => watch.begin());
  audience.on('nobody', () => watch.rest());
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
    // As it was sent: what is no address to URL is none to the routes either.
    const [address, query] = request.url.split('?', 2);
    const { method, headers } = request;
    const inAddress = new URLSearchParams(query).get('token') ?? undefined;
    guard.check({ method, path: address, headers, ...(address === '/' && { token: inAddress }) });
    // The token leaves the address, where it would stand on the projector and in the history.
    if (token !== null && address === '/' && inAddress !== undefined)
      return reply.header('set-cookie', guard.cookie()).redirect('/');
    return undefined;
  });

  app.setErrorHandler((/** @type {any} */ error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    const known = error instanceof NotAllowed || error instanceof BadPlan;
    const code = known ? error.code : status >= 500 ? 'internal' : 'bad_request';
    const field = error instanceof BadPlan && error.field !== '' ? { field: error.field } : {};
    return reply.code(status).send({ error: { code, message: error.message, ...field } });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: { code: 'not_found', message: 'There is nothing at this address.' } }),
  );

  for (const [address, { type, text }] of Object.entries(files)) {
    app.get(address, (_request, reply) => reply.type(type).send(text));
  }

  // While something is measured, nobody asks the servers what they are.
  app.get('/api/choices', async () => choices.all(await choices.targets({ ask: !isBusy() && !labs.isBusy })));

  app.get('/api/events', (_request, reply) => {
    const headers = /** @type {Record<string, string>} */ (reply.getHeaders());
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.hijack();
    /** @type {Array<[string, object]>} */
    const all = [
      ['run', { run: run?.whole() ?? null }],
      ['labs', labs.whole()],
      ['minute', watch.minute],
    ];
    if (!audience.add(reply.raw, all)) return void reply.raw.writeHead(503).end();
    return undefined;
  });

  app.post('/api/run', async (request, reply) => {
    mustBeIdle();
    return reply.code(201).send(await start(request.body));
  });

  app.post('/api/press', async (request, reply) => {
    const press = readPress(request.body, watch.minute, watch.underWay);
    const label = labelOf(/** @type {import('../labCalls.js').LabCall} */ (labCall(press.key)), press);
    watch.press(press, label);
    run?.mark(label);
    return reply.code(201).send({ label });
  });

  app.post('/api/lab', async (request, reply) => {
    mustBeIdle();
    const { number, title } = labs.start(request.body);
    watch.mark(`Lab ${number}: ${title}`);
    return reply.code(201).send({});
  });

  app.post('/api/lab/stop', async (request, reply) => {
    mustBeObject(request.body);
    if (!labs.stop()) return refuse(reply, 409, 'no_lab', 'No lab is running.');
    return {};
  });

  app.post('/api/lab/reset', async (request) => {
    labs.reset(request.body);
    return {};
  });

  app.post('/api/stop', async (request, reply) => {
    mustBeObject(request.body);
    if (!run || !isBusy()) return refuse(reply, 409, 'no_run', 'No run is going on.');
    run.stop();
    return run.summary();
  });

  app.post('/api/mark', async (request, reply) => {
    mustBeObject(request.body);
    const label = markOf(/** @type {any} */ (request.body).label);
    if (!run?.mark(label))
      return refuse(
        reply,
        409,
        'no_run',
        `A mark needs a run that is going on, and a run has ${LIMITS.marks} at most.`,
      );
    return reply.code(201).send(run.summary());
  });

  app.get('/runs/:id/:file', (request, reply) => {
    const { id, file } = /** @type {{id: string, file: string}} */ (request.params);
    const end = /^(?:record-[a-z0-9-]{1,40}\.(json)|report\.(html))$/.exec(file);
    const place = path.join(results, id, file);
    if (!/^r[a-z0-9]{1,40}$/.test(id) || !end || !fs.existsSync(place)) return reply.callNotFound();
    const { type, policy } = FILES[/** @type {'json' | 'html'} */ (end[1] ?? end[2])];
    return reply.type(type).header('content-security-policy', policy).send(fs.createReadStream(place));
  });

  /** Two at once would each measure the other too. @throws {NotAllowed} */
  function mustBeIdle() {
    if (isBusy()) throw new NotAllowed(409, 'run_in_progress', 'A run is going on: stop it, or wait for its end.');
    if (labs.isBusy) throw new NotAllowed(409, 'lab_in_progress', 'A lab is running: stop it, or wait for its end.');
  }

  /** @param {unknown} asked @returns {Promise<object>} @throws {BadPlan} */
  async function start(asked) {
    const targets = await choices.targets();
    const serverOf = (/** @type {string} */ name) => targets.find((target) => target.name === name)?.url ?? undefined;
    const plan = readPlan(asked, { serverOf });
    // Somebody else's Start may have come while the targets were looked at.
    mustBeIdle();
    const id = newRunName();
    const folder = path.join(results, id);
    const begun = new LiveRun({ id, plan, folder, command: commandOf(plan, instance), instance, addresses });
    run = begun;
    begun.on('row', (target, row) => audience.tell('row', { id, target, row }));
    begun.on('state', () => audience.tell('state', begun.summary()));
    begun.once('ended', async () => {
      const records = begun.targets.flatMap(({ end }) => (end ? [end.record] : []));
      begun.report = records.length === 0 ? null : await writeReport(records, path.join(folder, 'report.html'));
      audience.tell('state', begun.summary());
    });
    audience.tell('run', { run: begun.whole() });
    return begun.summary();
  }

  app.addHook('onClose', async () => {
    audience.close();
    watch.close();
    labs.close();
    run?.kill();
  });
  return { app, guard, start };
}

/** @param {import('fastify').FastifyReply} reply @param {number} status @param {string} code @param {string} message */
function refuse(reply, status, code, message) {
  return reply.code(status).send({ error: { code, message } });
}

/** @param {unknown} label @returns {string} @throws {BadPlan} */
function markOf(label) {
  const text = typeof label === 'string' ? label.trim() : '';
  if (text === '' || [...text].length > LIMITS.markLength || /\p{C}/u.test(text))
    throw new BadPlan('label', `A mark is a line of 1 to ${LIMITS.markLength} characters.`);
  return text;
}

/** @param {import('./plan.js').Plan} plan @param {string} instance @returns {string} what to type to have it again */
function commandOf({ targets, scenario, users, rate, seconds }, instance) {
  const where = instance === 'dev' ? '' : ` --instance ${instance}`;
  return `load/live --start --targets ${targets.join(',')} --scenario ${scenario} --users ${users} --rate ${rate} --seconds ${seconds}${where}`;
}
