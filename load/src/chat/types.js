/**
 * Plays the users of a run: in this process (`RawClient`), on several hosts (`Agents`), or as Artillery's virtual users
 * (`VirtualUsers`).
 * @typedef {object} LoadClient
 * @property {() => Promise<void>} [prepare] before all else
 * @property {(order: JoinOrder) => Promise<Joined>} join
 * @property {(order: SendOrder) => Promise<{startAt: number}>} send settles when all is answered, or patience has
 *   ended; startAt: when the first message was due, ms since 1970
 * @property {(order: {startAt: number, seconds: number}) => Promise<Left>} leave
 * @property {() => void} close
 *
 * @typedef {import('../wire/types.js').Endpoint} Endpoint
 * @typedef {import('../wire/types.js').Session} Session
 * @typedef {import('../schedule/schedule.js').Schedule} Schedule
 *
 * @typedef {object} JoinOrder
 * @property {Endpoint} endpoint @property {Session[]} sessions one user each
 *
 * @typedef {object} Joined @property {number} joined users
 * @property {string | null} why the first user who failed could not join
 *
 * @typedef {object} SendOrder
 * @property {string} run @property {Schedule} schedule
 * @property {number} [senders] so many of the members send; all unless given
 * @property {number} [startAt] ms since 1970: when the first message is due; at once unless given
 * @property {import('../schedule/shares.js').Share} [share] where there are several processes
 *
 * @typedef {object} Left what became of the messages, once all have left
 * @property {ProcessResult[]} results
 * @property {import('../record/runRecord.js').AgentSeen[]} [agents] @property {string | null} [clocksApart]
 *
 * @typedef {object} ProcessResult of one process; plain data, so that it can come from another host
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {Array<[string, number]>} weights for how many receivers one of the ledger stands
 * @property {number} joined users, at any time
 * @property {string[]} broken why connections broke @property {number} [bytesReceived] by the raw client
 * @property {string[]} [deliveries] second by second, a histogram each, where they are told apart
 * @property {import('../record/runRecord.js').ClientSeen} client the process while it sent
 */

export {};
