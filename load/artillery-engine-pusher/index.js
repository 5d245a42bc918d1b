/** @import { EventEmitter } from 'node:events' */

const { connect, PusherError } = require('./connect');

const DEFAULTS = { timeout: 5 };
// Artillery adds the last three to each scenario, for its HTTP engine.
const MEMBERS = ['name', 'weight', 'engine', 'flow', 'beforeScenario', 'afterScenario'];
const OF_HTTP = ['beforeRequest', 'afterResponse', 'onError'];

/**
 * Artillery has no types for these: the context of a virtual user {vars, funcs, scenario}, and a step of a flow.
 * @typedef {any} Context
 * @typedef {any} Step
 * @typedef {EventEmitter} Events
 * @typedef {(context: Context, callback: (error?: Error | null, context?: Context) => void) => void} Task
 */

/** Artillery makes one of these for each worker, and calls createScenario for each scenario with `engine: pusher`. */
class PusherEngine {
  /** @param {{config: Record<string, any>}} script @param {unknown} _ee @param {any} helpers Artillery's engine_util */
  constructor(script, _ee, helpers) {
    this.config = script.config;
    this.helpers = helpers;
    this.options = { ...DEFAULTS, ...script.config.engines?.pusher };
  }

  /**
   * @param {{flow: Step[], beforeScenario?: string | string[], afterScenario?: string | string[]}} spec
   * @param {Events} ee
   * @returns {Task}
   * @throws {PusherError} that names a member or a step which this engine does not know
   */
  createScenario(spec, ee) {
    const unknown = Object.keys(spec).filter((member) => ![...MEMBERS, ...OF_HTTP].includes(member));
    if (unknown.length > 0)
      throw new PusherError('pusher.unknown_member', `a scenario of this engine has no ${unknown.join(', ')}`);
    const hooks = (/** @type {string | string[]} */ names = []) => [names].flat().map((name) => ({ function: name }));
    const flow = [...hooks(spec.beforeScenario), ...spec.flow, ...hooks(spec.afterScenario)];
    const tasks = flow.map((step) => this.#task(step, ee));
    return (context, callback) => {
      ee.emit('started');
      const finish = (/** @type {Error | null} */ error) => {
        context.pusher?.disconnect();
        callback(error, context);
      };
      inTurn(tasks, context).then(() => finish(null), finish);
    };
  }

  /** @param {Step} step @param {Events} ee @returns {Task} */
  #task(step, ee) {
    const { helpers, config } = this;
    if (step.loop !== undefined) {
      const tasks = step.loop.map((/** @type {Step} */ inner) => this.#task(inner, ee));
      return helpers.createLoopWithCount(step.count ?? -1, tasks, {
        loopValue: step.loopValue ?? '$loopCount',
        overValues: step.over,
        whileTrue: step.whileTrue && config.processor?.[step.whileTrue],
      });
    }
    const name = Object.keys(steps).find((known) => step[known] !== undefined);
    if (!name) throw new PusherError('pusher.unknown_step', `no such step: ${Object.keys(step).join(', ')}`);
    return (context, callback) => {
      const user = { context, ee, processor: config.processor, options: this.options };
      const take = async () => steps[name](helpers.template(step[name], context), user);
      take().then(
        () => callback(null, context),
        (error) => {
          // A function that fails ends the scenario; it emits its own errors.
          if (name !== 'function' && !error.isCounted) ee.emit('error', error.code ?? error.message);
          callback(error, context);
        },
      );
    };
  }
}

/** @param {Task[]} tasks @param {Context} context */
async function inTurn(tasks, context) {
  for (const task of tasks) {
    await new Promise((resolve, reject) => task(context, (error) => (error ? reject(error) : resolve(undefined))));
  }
}

/**
 * @typedef {{context: Context, ee: Events, processor?: Record<string, Function>, options: any}} User
 * @type {Record<string, (value: any, user: User) => Promise<unknown>>}
 */
const steps = {
  async connect(own, { context, ee, options }) {
    const pusher = await timed('pusher.connect_ms', ee, () => connect({ ...options, ...own }));
    context.pusher = pusher;
    ee.emit('counter', 'pusher.connections', 1);
    pusher.bind_global(() => ee.emit('counter', 'pusher.events_received', 1));
    const { promise, reject } = Promise.withResolvers();
    failures.set(pusher, promise);
    // It may fail while no step waits.
    promise.catch(() => {});
    const failed = (/** @type {string} */ code) => {
      ee.emit('error', code);
      reject(Object.assign(new PusherError(code), { isCounted: true }));
    };
    pusher.connection.bind('error', (/** @type {any} */ { error, data }) => {
      const code = error?.data?.code ?? data?.code;
      if (code) failed(`pusher.error_${code}`);
    });
    pusher.connection.bind('state_change', (/** @type {{current: string}} */ { current }) => {
      if (current === 'disconnected') return;
      failed('pusher.disconnected');
      // It would connect again by itself, and a break would not show.
      pusher.disconnect();
    });
  },

  subscribe(name, { context, ee, options }) {
    const pusher = connected(context);
    const channel = pusher.subscribe(name);
    return timed('pusher.subscribe_ms', ee, () =>
      answerOf(pusher, options.timeout, 'pusher.subscribe_timeout', (resolve, reject) => {
        channel.bind('pusher:subscription_succeeded', resolve);
        channel.bind('pusher:subscription_error', (/** @type {any} */ { status, error }) =>
          reject(/^pusher\./.test(error) ? new PusherError(error) : new PusherError(`pusher.subscribe_${status}`)),
        );
      }),
    );
  },

  async trigger({ channel: name, event, data = {}, response }, { context, ee, options }) {
    const pusher = connected(context);
    const channel = pusher.channel(name);
    if (!channel) throw new PusherError('pusher.not_subscribed', `trigger on ${name} before it was subscribed`);
    const send = () => {
      channel.trigger(event, data);
      ee.emit('counter', 'pusher.events_sent', 1);
    };
    if (!response) return send();
    return timed('pusher.response_ms', ee, () =>
      answerOf(pusher, options.timeout, 'pusher.response_timeout', (resolve) => {
        channel.bind(response, resolve);
        send();
      }),
    );
  },

  function(name, { context, ee, processor }) {
    const wanted = processor?.[name];
    if (!wanted) return Promise.reject(new PusherError('pusher.unknown_function', `the processor has no ${name}`));
    if (wanted.constructor.name === 'AsyncFunction') return wanted(context, ee);
    return new Promise((resolve, reject) => {
      wanted(context, ee, (/** @type {Error} */ error) => (error ? reject(error) : resolve(undefined)));
    });
  },

  async think(seconds) {
    if (!(Number(seconds) >= 0)) throw new PusherError('pusher.bad_think', `think ${seconds}: expected seconds`);
    await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
  },
};

/** @param {Context} context @returns {any} its pusher-js client @throws {PusherError} */
function connected({ pusher }) {
  if (!pusher) throw new PusherError('pusher.not_connected', 'this step stands before connect');
  return pusher;
}

/** @param {string} histogram @param {Events} ee @param {() => Promise<any>} work */
async function timed(histogram, ee, work) {
  const startedAt = performance.now();
  const result = await work();
  ee.emit('histogram', histogram, performance.now() - startedAt);
  return result;
}

/** Rejects where a client's connection fails. @type {WeakMap<object, Promise<unknown>>} */
const failures = new WeakMap();

/**
 * @param {object} pusher a client of pusher-js @param {number} seconds @param {string} code of the timeout error
 * @param {(resolve: (value: unknown) => void, reject: (error: Error) => void) => void} ask
 * @returns {Promise<unknown>} @throws {PusherError} where the connection fails first
 */
async function answerOf(pusher, seconds, code, ask) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new PusherError(code)), seconds * 1000);
  });
  try {
    return await Promise.race([new Promise(ask), failures.get(pusher), late]);
  } finally {
    clearTimeout(timer);
  }
}

module.exports = PusherEngine;
