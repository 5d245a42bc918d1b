/**
 * Plays the users of a run: in this process (`RawClient`), on several hosts (`Agents`), or as Artillery's virtual users
 * (`VirtualUsers`).
 * @typedef {object} LoadClient
 * @property {() => Promise<void>} [prepare] is called first
 * @property {(order: JoinOrder) => Promise<JoinResult>} join
 * @property {(order: SendOrder) => Promise<{startAt: number}>} send settles when every message is answered, or the
 *   client stops waiting; startAt: ms since 1970, when the first message was due
 * @property {(order: {startAt: number, seconds: number}) => Promise<LeaveResult>} leave
 * @property {() => void} close
 *
 * @typedef {import('../wire/types.js').Endpoint} Endpoint
 * @typedef {import('../wire/types.js').Session} Session
 * @typedef {import('../schedule/schedule.js').Schedule} Schedule
 *
 * @typedef {object} JoinOrder
 * @property {Endpoint} endpoint
 * @property {Session[]} sessions one user each
 *
 * @typedef {object} JoinResult
 * @property {number} joined users
 * @property {string | null} why the first user who failed could not join
 *
 * @typedef {object} SendOrder
 * @property {string} run
 * @property {Schedule} schedule
 * @property {number} [senders] how many of the members send; all unless given
 * @property {number} [startAt] ms since 1970: when the first message is due; at once unless given
 * @property {import('../schedule/shares.js').Share} [share] of this process, if there are several
 *
 * @typedef {object} LeaveResult
 * @property {ProcessResult[]} results of each process
 * @property {import('../record/runRecord.js').AgentSeen[]} [agents]
 * @property {string | null} [clocksApart] why delivery latencies are unknown
 *
 * @typedef {object} ProcessResult of one process; plain data, since it may come from another host
 * @property {import('../ledger/ledger.js').LedgerRecord} ledger
 * @property {Array<[string, number]>} weights how many receivers each receiver of the ledger represents, by name
 * @property {number} joined users, those that left early among them
 * @property {string[]} broken why connections broke
 * @property {number} [bytesReceived] by the raw client
 * @property {string[]} [deliveries] a histogram for each second
 * @property {import('../record/runRecord.js').ClientSeen} client the process while it sent
 */

export {};
