/**
 * Hands user n to target n mod targets. Artillery alone draws scenarios by chance: two chats would get 47 and 53 of 100
 * users. Each target has a flow in an engine of its choice.
 *
 *     flow:
 *       - { target: node, engine: socketio-v3, flow: [...] }
 *       - { target: laravel, engine: pusher, flow: [...] }
 *
 * The processor's `targetsOf(context)` lists the targets of this run. The engine sets `vars.target` and `vars.place`,
 * the user's number at that target. At the end of a user it calls `userIsGone(context, error)`.
 */
class ChatEngine {
  #arrived = 0;

  /** @param {{config: Record<string, any>}} script @param {unknown} ee @param {unknown} helpers Artillery's */
  constructor(script, ee, helpers) {
    this.script = script;
    this.load = (/** @type {string} */ name) => {
      const Engine = require(`artillery-engine-${name}`);
      return new Engine(script, ee, helpers);
    };
  }

  /** @param {{flow: Array<{target: string, engine: string, flow: any[]}>}} spec @param {any} ee */
  createScenario(spec, ee) {
    const { processor } = this.script.config;
    const scenarios = new Map(
      spec.flow.map(({ target, engine, flow }) => [target, this.load(engine).createScenario({ flow }, ee)]),
    );
    return (/** @type {any} */ context, /** @type {(error: Error | null, context: any) => void} */ callback) => {
      const targets = processor.targetsOf(context);
      const number = this.#arrived++;
      context.vars.target = targets[number % targets.length];
      context.vars.place = Math.floor(number / targets.length);
      scenarios.get(context.vars.target)(context, (/** @type {Error | null} */ error) => {
        processor.userIsGone(context, error);
        callback(error, context);
      });
    };
  }
}

module.exports = ChatEngine;
