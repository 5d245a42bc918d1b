/**
 * Hands user n to side n mod sides; a side is the users of one chat. Artillery alone draws scenarios by chance: two
 * chats would get 47 and 53 of 100 users. Each wire has a flow in an engine of its choice.
 *
 *     flow:
 *       - { wire: socket.io, engine: socketio-v3, flow: [...] }
 *       - { wire: pusher, engine: pusher, flow: [...] }
 *
 * The processor's `sidesOf(context)` lists the sides of this run, each as {side, wire}. The engine sets `vars.side` and
 * `vars.place`, the user's number on that side. At the end of a user it calls `userIsGone(context, error)`.
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

  /** @param {{flow: Array<{wire: string, engine: string, flow: any[]}>}} spec @param {any} ee */
  createScenario(spec, ee) {
    const { processor } = this.script.config;
    const flows = new Map(
      spec.flow.map(({ wire, engine, flow }) => [wire, this.load(engine).createScenario({ flow }, ee)]),
    );
    return (/** @type {any} */ context, /** @type {(error: Error | null, context: any) => void} */ callback) => {
      const sides = processor.sidesOf(context);
      const number = this.#arrived++;
      const { side, wire } = sides[number % sides.length];
      Object.assign(context.vars, { side, place: Math.floor(number / sides.length) });
      const end = (/** @type {Error | null} */ error) => {
        processor.userIsGone(context, error);
        callback(error, context);
      };
      const flow = flows.get(wire);
      if (flow) flow(context, end);
      else end(new Error(`the script has no flow for the wire ${wire}`));
    };
  }
}

module.exports = ChatEngine;
