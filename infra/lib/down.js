import { readArguments } from './commandLine.js';
import { readInstance } from './instance.js';
import { stopSupervisor } from './supervisor.js';

const { values } = readArguments('down');
const instance = readInstance(values.instance);
const wasUp = instance !== null && (await stopSupervisor(instance));
console.log(wasUp ? `${values.instance} is down.` : `${values.instance} was not up.`);
