import { recall, recallAll } from './instance.js';
import { fail, readOptions } from './options.js';
import { stop } from './supervisor.js';

const { values } = readOptions(
  'infra/down [--instance NAME | --all]\nStops all that infra/up started, and nothing else.',
  {
    instance: { type: 'string', default: 'dev' },
    all: { type: 'boolean', default: false },
  },
);
const one = recall(values.instance);
if (!one && !values.all) fail(`There is no instance ${values.instance}.`, 0);
for (const it of values.all ? recallAll() : [one]) {
  if (it) console.log((await stop(it)) ? `${it.name} is down.` : `${it.name} was not up.`);
}
