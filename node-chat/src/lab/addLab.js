import { contract } from '../contract.js';
import { guardCalls, readBody } from '../wire/http/guardCalls.js';
import { calls } from './calls.js';
import { createEventLoop } from './eventLoop.js';
import { createWorkers } from './workers.js';

// A call may wait for a worker far longer than any other call for anything: as long as nginx waits for php-fpm.
const PATIENCE_MS = 120_000;

/**
 * Lab calls: trouble on demand, on the event loop or in a worker thread, for lectures. See contract/README.md.
 * @param {import('fastify').FastifyInstance} app
 * @param {object} parts
 * @param {import('../config.js').LabSettings} parts.settings
 * @param {import('../wire/origins.js').Origins} parts.origins
 * @param {import('../log.js').SeldomLog} parts.log
 */
export async function addLab(app, { settings, origins }) {
  const workers = createWorkers(settings.workers);
  const places = /** @type {const} */ ({ loop: createEventLoop(), worker: workers });
  app.addHook('onClose', () => workers.close());

  await app.register(async (lab) => {
    guardCalls(lab, origins);
    lab.get('/lab', async () => ({ where: contract.lab.where, what: contract.lab.what, ...workers.figures() }));
    for (const [where, place] of Object.entries(places)) {
      for (const [what, { read }] of Object.entries(calls)) {
        lab.post(`/lab/${where}/${what}`, async (request) => {
          const task = read(readBody(request));
          request.raw.socket.setTimeout(PATIENCE_MS);
          return { where, what, ...(await place.run(what, task)) };
        });
      }
    }
  });
}
