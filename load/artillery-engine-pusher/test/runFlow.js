const { EventEmitter } = require('node:events');
const path = require('node:path');
const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');
const PusherEngine = require('..');

/** Artillery's own helpers, as it hands them to an engine. */
async function artilleryHelpers() {
  const root = path.dirname(createRequire(__filename).resolve('artillery/package.json'));
  return import(pathToFileURL(path.join(root, 'dist/lib/commons/engine_util.js')).href);
}

/**
 * Takes one virtual user through a flow, as Artillery would.
 * @returns {Promise<{error?: Error, context: any, errors: string[], histograms: Record<string, number[]>, counters: Record<string, number>}>}
 */
async function runFlow(flow, { options = {}, target, processor = {}, vars = {}, scenario = {} } = {}) {
  const engine = new PusherEngine(
    { config: { target, engines: { pusher: options }, processor } },
    null,
    await artilleryHelpers(),
  );
  const events = new EventEmitter();
  const seen = { errors: [], histograms: {}, counters: {} };
  events.on('error', (code) => seen.errors.push(code));
  events.on('histogram', (name, value) => (seen.histograms[name] ??= []).push(value));
  events.on('counter', (name, value) => (seen.counters[name] = (seen.counters[name] ?? 0) + value));
  const context = { vars: { ...vars }, funcs: {}, scenario: { name: 'test' } };
  return new Promise((resolve) => {
    engine.createScenario({ flow, ...scenario }, events)(context, (error) => resolve({ error, context, ...seen }));
  });
}

module.exports = { runFlow };
