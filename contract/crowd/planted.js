import { overload as entry } from '../attacks/overloadEntry.js';
import { startProxy } from '../proxy/startProxy.js';
import { pause } from '../suite/expect.js';
import { learnServer } from '../suite/server.js';
import { Overload } from './overload.js';

/** @typedef {import('./overload.js').OverloadOptions} OverloadOptions */
/** @typedef {import('../suite/server.js').Server} Server */

// Long enough for the crowd to have sent a few messages, and to have looked who is online.
const FAULTY_MS = 2000;
const FAULT_MAX_MS = 20_000;

/**
 * Faults between server and crowd, each once, and what the crowd must say of it.
 * @type {Record<string, {break: Partial<import('../proxy/mutant.js').Mutant>, seen: RegExp}>}
 */
export const faults = {
  'a delivery that is dropped': { break: onMessages((event, once) => (once() ? [] : undefined)), seen: /lost/ },
  'a delivery that comes twice': {
    break: onMessages((event, once) => (once() ? [event, event] : undefined)),
    seen: /twice/,
  },
  'somebody who is missing from the list': {
    break: {
      reply(x) {
        if (!x.memory.armed || !x.is('GET', '/online') || !x.json?.users) return;
        const { count } = x.json;
        x.json = { count, users: [] };
        x.memory.done = true;
      },
    },
    seen: /GET \/online/,
  },
};

/** @param {(event: import('../proxy/mutant.js').ChatEvent, once: () => boolean) => import('../proxy/mutant.js').ChatEvent[] | undefined} change */
function onMessages(change) {
  return {
    toClient(
      /** @type {import('../proxy/mutant.js').ChatEvent} */ event,
      /** @type {import('../proxy/mutant.js').Link} */ link,
    ) {
      const { memory } = link;
      if (event.name !== 'messages' || !memory.armed || !isMember(link)) return undefined;
      return change(event, () => !memory.done && (memory.done = true));
    },
  };
}

/** The crowd joins before any of it opens a second tab, in which nobody reads. @param {import('../proxy/mutant.js').Link} link */
const isMember = (link) => link.links.values().next().value === link;

/**
 * Shows that the crowd notices: a server that stands still, and a proxy that breaks one delivery.
 * @param {Server} server @param {OverloadOptions} options @returns {Promise<import('../suite/runner.js').Result[]>}
 */
export async function planted(server, options) {
  const results = [];
  for (const [name, fault] of Object.entries(faults)) results.push(await throughProxy(server, options, name, fault));
  if (options.pids.length) results.push(await standstill(server, options));
  return results;
}

/** @param {Server} server @param {OverloadOptions} options @param {string} name @param {typeof faults[string]} fault */
async function throughProxy(server, options, name, { break: broken, seen }) {
  const proxy = await startProxy(server, { name, breaks: [], ...broken });
  const running = await Overload.begin(await learnServer(proxy.url), { ...options, size: 5, quietMs: FAULTY_MS });
  const result = await noticed(running, name, seen, async () => {
    proxy.memory.armed = true;
    // Where this process itself has stood still, nothing may have passed in that time.
    for (const end = Date.now() + FAULT_MAX_MS; !proxy.memory.done && Date.now() < end;) await pause(20);
    if (!proxy.memory.done) throw new Error('nothing passed that could be broken');
    await pause(FAULTY_MS);
    proxy.memory.armed = false;
  });
  proxy.close();
  return result;
}

/** @param {Server} server @param {OverloadOptions} options */
async function standstill(server, options) {
  const running = await Overload.begin(server, { ...options, quietMs: FAULTY_MS });
  const signal = (/** @type {NodeJS.Signals} */ name) => options.pids.forEach((pid) => process.kill(pid, name));
  return noticed(running, 'a server that stands still', /an ack took/, async () => {
    signal('SIGSTOP');
    await pause((running.ackMs ?? 0) * 1.5 + 500);
    signal('SIGCONT');
  });
}

/**
 * @param {Overload} running @param {string} name @param {RegExp} seen @param {() => Promise<void>} run
 * @returns {Promise<import('../suite/runner.js').Result>} passed where the crowd has noticed
 */
async function noticed(running, name, seen, run) {
  const { result } = await running.attack({ ...entry(name, run), topic: 'planted' });
  await running.end();
  if (result.outcome === 'failed' && seen.test(result.why ?? ''))
    return { ...result, outcome: 'passed', why: undefined };
  return { ...result, outcome: 'failed', why: `the crowd did not notice; it said: ${result.why ?? 'nothing'}` };
}
