/**
 * A kind of run; its form says which figures it has.
 * @typedef {'chat' | 'http' | 'connections' | 'capacity' | 'faults'} Form
 * @typedef {{form: Form, title: string}} Kind
 * @typedef {keyof typeof KINDS} RunKind
 */

/** Reports list the kinds in this order. @satisfies {Record<string, Kind>} */
export const KINDS = /** @type {const} */ ({
  flood: { form: 'http', title: 'Floods' },
  http: { form: 'http', title: 'HTTP' },
  messages: { form: 'chat', title: 'Messages' },
  fanout: { form: 'chat', title: 'Fan-out' },
  connections: { form: 'connections', title: 'Connections' },
  capacity: { form: 'capacity', title: 'Capacity' },
  faults: { form: 'faults', title: 'Injected faults' },
});

/** @param {RunKind} kind @returns {Form} */
export const formOf = (kind) => KINDS[kind].form;
