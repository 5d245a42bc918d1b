import { allChecks } from '../suite/allChecks.js';
import { closingLine, resultLine, tally } from '../suite/report.js';
import { restarter } from '../suite/restart.js';
import { runChecks } from '../suite/runner.js';
import { learnServer } from '../suite/server.js';
import { readCommandLine } from './commandLine.js';

const USAGE = `Usage: contract/check URL [--only REGEX] [--json] [--restart CMD] [--list]

Holds a running server against contract/README.md. All it needs to know is the URL: GET /config names the rest.

  --only REGEX   only the checks whose topic or name fits
  --json         the results as one JSON document on stdout; the closing line goes to stderr
  --restart CMD  a shell command that restarts the server; the checks that need one are skipped without it
  --list         print the names and stop

Exit code: 0 all passed, 1 some failed, 2 there was nothing to check.`;

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function main(args) {
  const { values, url, code } = readCommandLine(
    args,
    USAGE,
    {
      only: { type: 'string' },
      json: { type: 'boolean' },
      restart: { type: 'string' },
      list: { type: 'boolean' },
    },
    ({ list }, given) => list || given !== undefined,
  );
  if (code !== undefined) return code;
  const only = new RegExp(values.only ?? '', 'i');
  const checks = (await allChecks()).filter(({ topic, name }) => only.test(`${topic}: ${name}`));
  if (values.list) {
    for (const { topic, name } of checks) console.log(`${topic}: ${name}`);
    return 0;
  }
  if (checks.length === 0) throw new Error(`no check fits --only ${values.only}`);
  const server = await learnServer(url);
  const results = await runChecks(server, checks, {
    restart: restarter(values.restart, url),
    onResult: values.json ? undefined : (result) => console.log(resultLine(result)),
  });
  const counts = tally(results);
  if (values.json) {
    console.log(JSON.stringify({ url: server.url.origin, server: server.config.name, ...counts, checks: results }));
    console.error(closingLine(counts));
  } else {
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    if (failed.length) console.log(`\nFailed:\n${failed.map(resultLine).join('\n')}`);
    console.log(closingLine(counts));
  }
  return counts.failed ? 1 : 0;
}
