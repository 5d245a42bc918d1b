import fs from 'node:fs';
import { runCommand, WrongUsage } from '../commandLine.js';
import { knownTarget } from '../targets/targets.js';
import { benchFanout } from './benchFanout.js';
import { benchConnections } from './benchConnections.js';
import { benchEmpty } from './benchEmpty.js';

const USAGE = `load/bench fanout|connections|empty --target node|laravel [--url URL] [--json]

  fanout       every message to every receiver, at a fixed rate       --receivers 500 --rate 200 --seconds 10
  connections  what a joined connection costs the server              --receivers 1000
  empty        GET /empty under ab, beside a bare node:http server    --concurrency 1,100,5000 --seconds 8

  --target T      node or laravel
  --instance NAME the installation of infra/up that it belongs to (dev): its address is taken, its parts' CPU is shown,
                  and sessions that infra/seed wrote are used; where there is none, 127.0.0.1:3000 or 127.0.0.1:8000
  --url URL       another address of either; its /config says the rest
  --pid PID       the server's process, where its port does not tell
  --ab N          empty: so many ab processes share the concurrency, since each is one thread (2)
  --no-store      fanout: do not read the store at the end (250 pages after 50,000 messages: slow where pages are)
  --runs N        fanout: so often, with its baselines; each figure is its own median, beside the p95 of all (1)
  --stock S,S     fanout: the greatest rate of this chat and of stock servers with p95 within 100 ms, as ratios:
                  socketio (the chat of its tutorial, with SQLite), nchan (nginx; load/stock/install installs it)
  --agents H,H    fanout: the receivers on these load hosts, without baselines
  --no-baseline   leave out the baselines (a quick look, no ratio)
  --records DIR   a record of each run (load/runRecord/schema.json), for load/report --html: of fanout's paced ones,
                  of each level of empty
  --save FILE     put the result into this file as well, for load/report
  --json          the whole result as JSON on stdout; progress goes to stderr

Exit codes: 0 done; 1 messages lost, doubled or out of order, or clients that failed; 2 wrong usage, no server, or no ab
(for empty).`;

const BENCHES = { fanout: benchFanout, connections: benchConnections, empty: benchEmpty };

/** @param {Record<string, any>} values @param {string[]} positionals @returns {Promise<0 | 1>} */
async function main(values, positionals) {
  const bench = BENCHES[/** @type {keyof typeof BENCHES} */ (positionals[0])];
  if (!bench || (!values.target && !values.url)) throw new WrongUsage(USAGE);
  if (knownTarget(values.target)?.messages.send === 'post') {
    throw new WrongUsage(`${values.target} is sent to by POST: load/messages measures it, a bench sends over sockets.`);
  }
  const { result, text, failed } = await bench(values, (line) => console.error(line));
  if (values.save) fs.writeFileSync(values.save, JSON.stringify(result, null, 2) + '\n');
  console.log(values.json ? JSON.stringify(result, null, 2) : text);
  return failed ? 1 : 0;
}

await runCommand(
  USAGE,
  {
    target: { type: 'string' },
    url: { type: 'string' },
    instance: { type: 'string', default: 'dev' },
    pid: { type: 'string' },
    receivers: { type: 'string' },
    rate: { type: 'string' },
    seconds: { type: 'string' },
    concurrency: { type: 'string' },
    ab: { type: 'string' },
    runs: { type: 'string' },
    agents: { type: 'string' },
    stock: { type: 'string' },
    'no-store': { type: 'boolean', default: false },
    'no-baseline': { type: 'boolean', default: false },
    save: { type: 'string' },
    records: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  main,
  { words: 1 },
);
