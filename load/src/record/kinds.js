/**
 * A kind of run; its form says which figures it has.
 * @typedef {'chat' | 'flood' | 'connections' | 'faults'} Form
 * @typedef {{form: Form, title: string, caption: string}} Kind
 */

/** In the order of a report. @satisfies {Record<string, Kind>} */
export const KINDS = /** @type {const} */ ({
  flood: { form: 'flood', title: 'Floods', caption: 'Flood of empty GET requests' },
  http: { form: 'flood', title: 'HTTP', caption: 'HTTP requests over kept connections' },
  messages: { form: 'chat', title: 'Messages', caption: 'Chat messages: everybody sends and receives everything' },
  chat: { form: 'chat', title: 'Chatting', caption: 'Chatting with Artillery: load/chat.yml' },
  fanout: { form: 'chat', title: 'Fan-out', caption: 'Fan-out: every message at every receiver' },
  connections: { form: 'connections', title: 'Connections', caption: 'Cost of a joined connection' },
  capacity: { form: 'chat', title: 'Capacity', caption: 'The greatest load within the bounds' },
  faults: { form: 'faults', title: 'Injected faults', caption: 'Injected faults: whether the ledger names them' },
});

/** @param {keyof typeof KINDS} kind @returns {Form} */
export const formOf = (kind) => KINDS[kind].form;
