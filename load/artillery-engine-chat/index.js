const NOT_TAKEN = ['beforeScenario', 'afterScenario'];

/** Hands user n to side n mod sides, in the flow of that side's wire (README.md). */
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

  /** @param {{flow: Array<{wire: string, engine: string, flow: any[]}>, [member: string]: any}} spec @param {any} ee */
  createScenario(spec, ee) {
    const refused = NOT_TAKEN.find((member) => spec[member]?.length > 0);
    if (refused) throw new Error(`The engine chat takes no ${refused}: call the function in a flow.`);
    const { processor } = this.script.config;
    const flows = new Map(
      spec.flow.map(({ wire, engine, flow }) => [wire, this.load(engine).createScenario({ flow }, ee)]),
    );
    return (/** @type {any} */ context, /** @type {(error: Error | null, context: any) => void} */ callback) => {
      const sides = processor.sidesOf(context);
      const number = this.#arrived++;
      const { side, wire } = sides[number % sides.length];
      Object.assign(context.vars, { side, index: Math.floor(number / sides.length) });
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
