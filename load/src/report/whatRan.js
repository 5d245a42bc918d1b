import { KINDS } from '../record/kinds.js';
import { valueText } from '../record/numbers.js';
import { isRepeatable } from '../record/provenance.js';
import { STORE_TITLES, storeOf } from '../record/store.js';
import { runCount, unique } from './sentences.js';

/** @import { Block } from './report.js' */
/** @import { RunRecord } from '../record/runRecord.js' */
/** @import { Group } from './cells.js' */
/** @import { Table } from './tables.js' */

/** @param {RunRecord[]} records @param {Group[]} groups @returns {Block[]} */
export function whatRan(records, groups) {
  return [
    { heading: 'What ran where', level: 2 },
    { table: ranTable(groups) },
    { list: pathsOf(groups) },
    { summary: 'The commands', blocks: [{ code: commandsOf(records) }] },
  ];
}

/** @param {Group[]} groups @returns {Table} what ran, where and when */
function ranTable(groups) {
  const rows = groups.flatMap(({ kind, cells }) =>
    cells.flatMap(({ title, runs }) => runs.map((run) => ({ title, kind: KINDS[kind].title, run }))),
  );
  const placeOf = (/** @type {(typeof rows)[number]} */ { title, run: { server } }) =>
    JSON.stringify([title, server.commit, server.runtime, server.database, server.fresh, server.rateLimits]);
  return {
    caption: 'What ran',
    head: ['target', 'commit', 'runtime', 'database', 'server', 'rate limits', 'runs', 'began (UTC)'],
    rows: [...Map.groupBy(rows, placeOf).values()].map((rowsOfServer) => {
      const [{ title, run }] = rowsOfServer;
      const { commit, runtime, database, fresh, rateLimits } = run.server;
      const times = rowsOfServer.map((row) => row.run.startedAt.slice(0, 16).replace('T', ' ')).sort();
      return [
        title,
        commit ?? 'unknown',
        runtime ?? 'unknown',
        database ?? STORE_TITLES[storeOf(run) ?? ''] ?? 'its own, or none',
        fresh ? 'fresh' : 'ran before',
        rateLimits === null ? 'unknown' : rateLimits ? 'on' : 'off',
        [...Map.groupBy(rowsOfServer, (row) => row.kind)]
          .map(([kind, rowsOfKind]) => `${kind} ${valueText(runCount(rowsOfKind.map((row) => row.run)))}`)
          .join(', '),
        times[0] === times.at(-1) ? times[0] : `${times[0]} to ${times.at(-1)}`,
      ].map((text) => ({ text, words: true }));
    }),
  };
}

/** @param {RunRecord[]} records @returns {string[]} commands that repeat the runs */
export function commandsOf(records) {
  const commits = unique(records.map(({ client }) => client.commit)).filter(isRepeatable);
  const commands = unique(records.map(({ command }) => command));
  const whole = commands.filter((one) => !commands.some((other) => one.startsWith(`${other} --only `)));
  return [...commits.map((commit) => `git checkout ${commit}`), ...whole];
}

/** @param {Group[]} groups @returns {string[]} the path of a message or a request through each target */
function pathsOf(groups) {
  const ways = groups.flatMap(({ cells }) =>
    cells.map(({ title, runs: [{ plan }] }) => ({ title, path: plan.codePath })),
  );
  return [...Map.groupBy(ways, ({ path }) => path)].flatMap(([path, targets]) =>
    path ? `The path through ${unique(targets.map(({ title }) => title)).join('; ')}: ${path}.` : [],
  );
}
