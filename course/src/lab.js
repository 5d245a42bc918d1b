/**
 * A lab, as course/labs/NN-name/lab.js exports it (default). README.md tells how one is written.
 *
 * @typedef {object} Lab
 * @property {string} title
 * @property {string} question what the class is asked before anything runs
 * @property {{choices: string[], right: number}} predict right: the place of the right choice, from 0
 * @property {string[]} runs what the command does, a sentence each
 * @property {string} shortForm what the short form does instead
 * @property {Notes} notes what a lecturer says beside the slides
 * @property {'own' | 'lecture'} servers own: the lab starts its own; lecture: those of `infra/up --lecture`
 * @property {Chart[]} charts
 * @property {Claim[]} claims
 * @property {string[]} because why it is so, a sentence each
 * @property {string[]} tryNext
 * @property {{question: string, answer: string}} exam
 * @property {(context: Context) => Promise<Seen>} run
 *
 * @typedef {object} Notes
 * @property {string} question beside the question: what the wrong choices get wrong
 * @property {string[]} charts beside each chart: where to point, in what order
 * @property {string} why beside the reasons: what to ask the class, or what to add
 *
 * @typedef {object} Chart a picture of lines
 * @property {string} key
 * @property {string} title
 * @property {{label: string, scale?: 'linear' | 'log', ticks?: number[]}} x linear
 * @property {{label: string, scale?: 'linear' | 'log'}} y linear, from zero
 * @property {ChartLine[]} lines
 *
 * @typedef {object} ChartLine
 * @property {string} key @property {string} name
 * @property {string} target whose colour it has: one of load/targets, or another word
 * @property {boolean} [dashed]
 *
 * @typedef {object} Claim what the lab says will be seen: that one measured value is so many times another
 * @property {string} key
 * @property {string} text
 * @property {number} least the ratio below which the effect did not show
 *
 * @typedef {{name: string, value: number}} Value
 *
 * @typedef {object} Measured the two values whose ratio a claim is of
 * @property {string} unit @property {string} [says] what stands before the value: "half waited longer than" 1.5 s
 * @property {Value} over @property {Value} under
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
 * @property {(chat: 'node' | 'laravel', env?: Record<string, string>, limits?: {descriptors?: number}) =>
 *   Promise<import('../../load/src/server/privateServer.js').PrivateServer>} startChat one of
 *   its own, with embedded store and without rate limits, which ends with the lab
 * @property {import('./lectureChats.js').LectureChats} chats those of `infra/up --lecture`, where `servers` says so
 */
export {};
