/** An answer that is no success; field: which of the fields to change. */
export class Refused extends Error {
  /** @param {string} message @param {string} [field] */
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** @param {string} address @param {object} [body] sent by POST where it is given @returns {Promise<any>} @throws {Refused} */
export async function ask(address, body) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address, body && sent).catch(() => {
    throw new Refused('course/live does not answer.');
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error?.message ?? `It answered ${response.status}.`, answer.error?.field);
  return answer;
}

/** Names of the server's events. */
export const EVENTS = /** @type {const} */ (['minute', 'seen', 'load', 'labs', 'lab', 'lab-events']);

/**
 * Listens to the server for as long as the page is open, anew where the connection breaks.
 * @param {(event: typeof EVENTS[number], data: any) => void} hear @param {(here: boolean) => void} onConnection
 */
export function listen(hear, onConnection) {
  const events = new EventSource('/api/events');
  for (const event of EVENTS) {
    events.addEventListener(event, ({ data }) => hear(event, JSON.parse(data)));
  }
  events.addEventListener('open', () => onConnection(true));
  events.addEventListener('error', () => onConnection(false));
}
