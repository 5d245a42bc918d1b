/**
 * A lab: the default export of course/labs/NN-name/lab.js. Its question, choices and reasons: docs/labs/NN-name.md.
 *
 * @typedef {object} Lab
 * @property {'own' | 'lecture'} servers own: the lab starts its own; lecture: it uses those of `infra/up --lecture`
 * @property {Chart[]} charts
 * @property {Claim[]} claims
 * @property {(context: Context) => Promise<Seen>} run
 *
 * @typedef {object} Chart a line chart
 * @property {string} key
 * @property {string} title
 * @property {{label: string, scale?: 'linear' | 'log'}} x linear
 * @property {{label: string, scale?: 'linear' | 'log'}} y linear, from zero
 * @property {ChartLine[]} lines
 *
 * @typedef {object} ChartLine
 * @property {string} key @property {string} name
 * @property {string} target one of load/targets gives its colour; another word gives a colour of no target
 * @property {boolean} [dashed]
 *
 * @typedef {object} Claim a prediction of the lab, on a ratio of two measured values or on a count: its bounds
 * @property {string} key
 * @property {string} text
 * @property {number} [atLeast] @property {number} [atMost]
 *
 * @typedef {{name: string, value: number}} Value
 * @typedef {{unit: string, over: Value, under: Value} | {unit: string, count: number}} Measured
 *
 * @typedef {object} Seen the results of a run
 * @property {{head: string[], rows: Array<Array<string | number>>}} table
 * @property {Record<string, Measured>} measured by the key of its claim
 * @property {string[]} [remarks]
 *
 * @typedef {object} Context the tools of a running lab
 * @property {(text: string) => void} say announces a step
 * @property {(chart: string, line: string, x: number, y: number | null) => void} point adds a point to a line
 * @property {(end: () => Promise<unknown> | void) => void} atEnd registers a clean-up, which also runs after a failure;
 *   the last one registered runs first
 * @property {(chat: 'node' | 'laravel', env?: Record<string, string>) =>
 *   Promise<import('../../load/src/server/freshInstance.js').FreshInstance>} startChat starts a chat for this lab, with
 *   the embedded store and without rate limits; it ends with the lab
 * @property {import('./lectureChats.js').LectureChats} chats the chats of `infra/up --lecture`, if `servers` is lecture
 */
export {};
