const { PusherError } = require('./lib/errors');
const { PusherClient } = require('./lib/client');
const { Http } = require('./lib/http');
const { Mailbox } = require('./lib/mailbox');
const { steps } = require('./lib/steps');

// Where this engine keeps what it knows of a virtual user, out of the way of processor functions.
const USER = Symbol('pusher user');
const DEFAULTS = { timeout: 5, reconnect: false };
const MEMBERS = [
  ...['name', 'weight', 'engine', 'flow', 'beforeScenario', 'afterScenario'],
  // Artillery adds these to each scenario, for its HTTP engine.
  ...['beforeRequest', 'afterResponse', 'onError'],
];

/**
 * What Artillery hands around, which it does not type: the context of a virtual user {vars, funcs, scenario}, and a
 * step of a flow as it stands in the script.
 * @typedef {any} Context
 * @typedef {any} Step
 * @typedef {import('node:events').EventEmitter} Events
 * @typedef {(context: Context, callback: (error?: Error | null, context?: Context) => void) => void} Task
 */

/** Artillery makes one of these for each worker, and calls createScenario for each scenario with `engine: pusher`. */
class PusherEngine {
  static PusherClient = PusherClient;

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
   * @throws {PusherError} that names a member of the scenario which this engine does not know
   */
  createScenario(spec, ee) {
    const unknown = Object.keys(spec).filter((member) => !MEMBERS.includes(member));
    if (unknown.length > 0)
      throw new PusherError('pusher.unknown_member', `a scenario of this engine has no ${unknown.join(', ')}`);
    const hooks = (/** @type {string | string[] | undefined} */ names = []) =>
      [names].flat().map((name) => ({ function: name }));
    const flow = [...hooks(spec.beforeScenario), ...spec.flow, ...hooks(spec.afterScenario)];
    const tasks = flow.map((step) => this.#task(step, ee));
    const waitedFor = new Set(eventsWaitedFor(spec.flow));

    return (context, callback) => {
      ee.emit('started');
      const options = this.helpers.template({ ...this.options }, context);
      context.http = new Http(options.target ?? this.config.target);
      context[USER] = {
        context,
        options,
        http: context.http,
        mailbox: new Mailbox(waitedFor),
        ee,
        helpers: this.helpers,
      };
      const finish = (/** @type {Error | undefined} */ error) => {
        context.pusher?.close();
        callback(error, context);
      };
      run(tasks, context).then(() => finish(undefined), finish);
    };
  }

  /** A step as Artillery's helpers want it. @param {Step} step @param {Events} ee @returns {Task} */
  #task(step, ee) {
    const { helpers, config } = this;
    if (step.think !== undefined) {
      return (context, callback) => {
        const think = helpers.template(step.think, context);
        // Artillery's own helper takes 0.2 for 0.2 ms.
        if (!Number.isNaN(Number(think))) setTimeout(callback, Number(think) * 1000, null, context);
        else helpers.createThink({ think }, config.defaults?.think ?? {})(context, callback);
      };
    }
    if (step.loop !== undefined) {
      const tasks = step.loop.map((/** @type {Step} */ inner) => this.#task(inner, ee));
      return helpers.createLoopWithCount(step.count ?? -1, tasks, {
        loopValue: step.loopValue ?? '$loopCount',
        overValues: step.over,
        whileTrue: step.whileTrue && config.processor?.[step.whileTrue],
      });
    }
    if (step.log !== undefined) {
      return (context, callback) => {
        console.log(helpers.template(step.log, context));
        callback(null, context);
      };
    }
    if (step.function !== undefined) {
      // A function that fails ends the scenario; what is to be counted as an error it emits itself.
      return (context, callback) => {
        callFunction(config.processor, step.function, context, ee).then(() => callback(null, context), callback);
      };
    }
    return (context, callback) => {
      this.#take(step, context).then(
        () => callback(null, context),
        (error) => {
          ee.emit('error', error.code ?? error.message);
          callback(error, context);
        },
      );
    };
  }

  /** @param {Step} step @param {Context} context */
  async #take(step, context) {
    const name = Object.keys(step).find((key) => key in steps);
    if (!name) throw new PusherError('pusher.unknown_step', `no such step: ${Object.keys(step).join(', ')}`);
    await steps[name](this.helpers.template(step[name], context) ?? {}, context[USER]);
  }
}

/** @param {Task[]} tasks @param {Context} context */
async function run(tasks, context) {
  for (const task of tasks) {
    await new Promise((resolve, reject) => task(context, (error) => (error ? reject(error) : resolve(undefined))));
  }
}

/**
 * Calls a function of the processor file: async, or with a callback as its third parameter, as in Artillery's engines.
 * @param {Record<string, Function> | undefined} processor @param {string} name @param {Context} context @param {Events} ee
 */
async function callFunction(processor, name, context, ee) {
  const wanted = processor?.[name];
  if (!wanted) throw new PusherError('pusher.unknown_function', `the processor has no function ${name}`);
  if (wanted.constructor.name === 'AsyncFunction') return wanted(context, ee);
  return new Promise((resolve, reject) => {
    wanted(context, ee, (/** @type {Error | undefined} */ error) => (error ? reject(error) : resolve(undefined)));
  });
}

/** @param {Step[]} flow @returns {string[]} */
function eventsWaitedFor(flow) {
  return flow.flatMap((step) => {
    if (step.loop) return eventsWaitedFor(step.loop);
    if (!step.waitFor) return [];
    return [typeof step.waitFor === 'string' ? step.waitFor : step.waitFor.event];
  });
}

module.exports = PusherEngine;
