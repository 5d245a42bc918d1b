import fs from 'node:fs';
import { artilleryScript } from './artilleryScript.js';
import { SCENARIO_NAMES } from './scenarios.js';

// npm run scenarios -w load: writes the Artillery script of each scenario.
for (const name of SCENARIO_NAMES) fs.writeFileSync(new URL(`${name}.yml`, import.meta.url), artilleryScript(name));
