import { writeFileSync } from 'node:fs';
import { provenance } from '../suite/provenance.js';
import { markdown } from './table.js';

/**
 * Writes what a run has shown as Markdown, with what it takes to repeat it.
 * @param {string} file @param {string[]} args of the command @param {string} title
 * @param {{rows: import('./table.js').Row[], said: string[]}} shown
 */
export function saveReport(file, args, title, { rows, said }) {
  const { commit, machine, date } = provenance();
  // Nobody else has these processes and this file.
  const command = `contract/overload ${args.join(' ')}`
    .replace(/(--pid[ =])\d+/g, '$1PID')
    .replace(/ ?--save[ =]\S+/, '');
  const lines = [
    `### ${title}`,
    markdown(rows),
    said.map((line) => `- ${line}`).join('\n'),
    `\`${command}\`; commit ${commit}; ${machine}; ${date}`,
  ];
  writeFileSync(file, `${lines.join('\n\n')}\n`);
}
