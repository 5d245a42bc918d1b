/**
 * What runs of a kind are, and which figures they have (form).
 * @typedef {'chat' | 'flood' | 'connections' | 'faults'} Form
 * @typedef {{form: Form, title: string, caption: string, study?: 'get-flood' | 'message-test'}} Kind study: its table of the same loads
 */

/** In the order of a report. @satisfies {Record<string, Kind>} */
export const KINDS = /** @type {const} */ ({
  messages: {
    form: 'chat',
    title: 'Messages',
    caption: 'Chat messages: everybody sends and receives everything',
    study: 'message-test',
  },
  chat: {
    form: 'chat',
    title: 'Chatting',
    caption: 'Chatting with Artillery: load/chat.yml',
    study: 'message-test',
  },
  fanout: { form: 'chat', title: 'Fan-out', caption: 'Fan-out: every message at every receiver' },
  flood: { form: 'flood', title: 'Floods', caption: 'Flood of empty GET requests', study: 'get-flood' },
  empty: { form: 'flood', title: 'Empty answers', caption: 'Empty GET requests, in turn with a bare node:http server' },
  connections: { form: 'connections', title: 'Connections', caption: 'What a joined connection costs' },
  faults: { form: 'faults', title: 'Injected faults', caption: 'Injected faults: whether the ledger names them' },
});

/** @param {keyof typeof KINDS} kind @returns {Form} */
export const formOf = (kind) => KINDS[kind].form;
