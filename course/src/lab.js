/**
 * A lab, as course/labs/NN-name/lab.js exports it (default). Question, choices and reasons: docs/labs/NN-name.md.
 *
 * @typedef {object} Lab
 * @property {'own' | 'lecture'} servers own: the lab starts its own; lecture: those of `infra/up --lecture`
 * @property {Chart[]} charts
 * @property {Claim[]} claims
 * @property {(context: Context) => Promise<Seen>} run
 *
 * @typedef {object} Chart a picture of lines
 * @property {string} key
 * @property {string} title
 * @property {{label: string, scale?: 'linear' | 'log'}} x linear
 * @property {{label: string, scale?: 'linear' | 'log'}} y linear, from zero
 * @property {ChartLine[]} lines
 *
 * @typedef {object} ChartLine
 * @property {string} key @property {string} name
 * @property {string} target whose colour it has: one of load/targets, or another word
 * @property {boolean} [dashed]
 *
 * @typedef {object} Claim what the lab says will be seen: a ratio of two measured values, or a count
 * @property {string} key
 * @property {string} text
 * @property {number} [least] the ratio below which the effect did not show
 * @property {number} [atLeast] of a count @property {number} [atMost] of a count
 *
 * @typedef {{name: string, value: number}} Value
 * @typedef {{unit: string, over: Value, under: Value} | {unit: string, count: number}} Measured
 *
 * @typedef {object} Seen what a run found
 * @property {{head: string[], rows: Array<Array<string | number>>}} table
 * @property {Record<string, Measured>} measured for each claim, by its key; the short form may leave some out
 * @property {string[]} [remarks]
 *
 * @typedef {object} Context what a lab has at hand while it runs
 * @property {boolean} short a few seconds in all: a test of the lab, at which nobody looks
 * @property {AbortSignal} signal aborted where somebody stops the lab
 * @property {(text: string) => void} say a step has begun
 * @property {(chart: string, line: string, x: number, y: number | null) => void} point of a line of a chart
 * @property {(ms: number) => Promise<void>} sleep ends early, by throwing, where the lab is stopped
 * @property {(end: () => Promise<unknown> | void) => void} atEnd done when the lab ends, however it ends; the last one
 *   first
 * @property {(chat: 'node' | 'laravel', env?: Record<string, string>) =>
 *   Promise<import('../../load/src/server/freshInstance.js').FreshInstance>} startChat one of
 *   its own, with embedded store and without rate limits, which ends with the lab
 * @property {import('./lectureChats.js').LectureChats} chats those of `infra/up --lecture`, where `servers` says so
 */
export {};
