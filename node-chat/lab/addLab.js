import { ChatError } from '../src/ChatError.js';
import { contract } from '../src/contract.js';
import { guardCalls, readBody } from '../src/http/guardCalls.js';
import { calls } from './calls.js';
import { createWorkers, eventLoop } from './places.js';
import { closeMongo } from './queries.js';

/** @import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify' */
/** @import { LabSettings } from '../src/config.js' */
/** @import { Origins } from '../src/origins.js' */
/** @import { Run } from './places.js' */
/** @import { Fields } from './calls.js' */

// A socket waits this long for a lab call, as nginx waits for php-fpm.
const ANSWER_MS = 120_000;

/** Whether an address is loopback. An IPv6 socket may show 127.0.0.1 as ::ffff:127.0.0.1. */
const isLoopback = (/** @type {string} */ address) => /^((::ffff:)?127\.|::1$)/.test(address);

/** @param {FastifyRequest} request @throws {ChatError} lab_not_allowed */
async function refuseOtherMachines({ socket }) {
  if (!isLoopback(socket.remoteAddress ?? '')) throw new ChatError('lab_not_allowed');
}

/**
 * Lab calls, for lectures: work that occupies the event loop or a worker thread. See contract/README.md.
 * @param {FastifyInstance} app
 * @param {LabSettings} settings
 * @param {Origins} origins
 */
export async function addLab(app, settings, origins) {
  const workers = createWorkers(settings.workers);
  const places = Object.entries({ loop: eventLoop, worker: workers });
  app.addHook('onClose', async () => void (await Promise.all([workers.close(), closeMongo()])));

  /** @param {[string, { run: Run }]} place @param {string} what @param {FastifyReply} reply @param {Fields} fields */
  async function runCall([where, place], what, { raw }, fields) {
    const { read, isRemote } = calls[what];
    const task = read(fields, settings);
    const disconnection = new AbortController();
    raw.socket?.setTimeout(ANSWER_MS);
    raw.once('close', () => disconnection.abort());
    try {
      return { where, what, ...(await place.run(what, task, disconnection.signal)) };
    } catch (error) {
      if (isRemote && !(error instanceof ChatError)) throw new ChatError('lab_unavailable', { cause: error });
      throw error;
    }
  }

  /**
   * @param {FastifyInstance} lab a context of its own @param {string} type of the bodies that its calls take
   * @param {string[]} names @param {(request: FastifyRequest) => Fields} read
   */
  function addCalls(lab, type, names, read) {
    lab.addHook('onRequest', refuseOtherMachines);
    guardCalls(lab, origins, type);
    for (const place of places)
      for (const what of names)
        lab.post(`/lab/${place[0]}/${what}`, async (request, reply) => runCall(place, what, reply, read(request)));
  }

  await app.register(async (lab) => {
    const { where, what } = contract.lab;
    lab.get('/lab', async () => ({ where, what, workers: settings.workers }));
    const names = Object.keys(calls).filter((name) => name !== 'upload');
    addCalls(lab, 'application/json', names, readBody);
  });
  await app.register(async (lab) =>
    addCalls(lab, 'application/octet-stream', ['upload'], ({ body }) => ({ body: body ?? Buffer.alloc(0) })),
  );
}
