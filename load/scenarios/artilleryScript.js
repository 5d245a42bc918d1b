import fs from 'node:fs';
import { readScenario } from './scenarios.js';

const CHAT = new URL('../chat.yml', import.meta.url);

/**
 * A script for Artillery that runs a scenario as load/chat.yml runs its own: Artillery has no way to say that one script is like another.
 * @param {string} name of load/scenarios
 * @returns {string} YAML
 */
export function artilleryScript(name) {
  const { title, about, seconds } = readScenario(name);
  const chat = fs.readFileSync(CHAT, 'utf8');
  const body = chat.slice(chat.indexOf('config:'));
  const head = [
    `# ${title}: ${about}`,
    '#',
    `#   npx artillery run load/scenarios/${name}.yml`,
    '#',
    `# Written by load/scenarios/write.js from ${name}.json and chat.yml, which says what is set by environment variables; CHAT_LOAD_SECONDS is ${seconds} here.`,
    '',
  ].join('\n');
  return (
    head +
    replaced(body, [
      ['processor: chat/processor.js', 'processor: ../chat/processor.js'],
      ['scenario: steady', `scenario: ${name}`],
      ['seconds: 20', `seconds: ${seconds}`],
    ])
  );
}

/** @param {string} text @param {Array<[string, string]>} pairs @returns {string} @throws {Error} where one of them does not stand in it once */
function replaced(text, pairs) {
  for (const [before, after] of pairs) {
    if (text.split(before).length !== 2) throw new Error(`chat.yml is to have "${before}" once.`);
    text = text.replace(before, after);
  }
  return text;
}
