import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { readWorkload, WORKLOAD_NAMES } from '../../src/workload/workloads.js';
import { Shape } from '../../src/workload/shape.js';

const schema = JSON.parse(fs.readFileSync(new URL('../../workloads/schema.json', import.meta.url), 'utf8'));
const valid = new Ajv({ allowUnionTypes: true }).compile(schema);

for (const name of WORKLOAD_NAMES) {
  test(`${name} is a workload as the schema says, whose phases, if it has any, are the whole of it`, () => {
    const workload = readWorkload(name);
    assert.ok(valid(workload), JSON.stringify(valid.errors, null, 2));
    const whole = workload.phases?.reduce((sum, { share }) => sum + share, 0) ?? 1;
    assert.ok(Math.abs(whole - 1) < 1e-9, `${whole}`);
  });
}

// In the others connections break, or users read slowly: those are for the raw client.
for (const name of ['spike', 'soak', 'stress']) {
  test(`Artillery runs ${name} for as long as its data say`, () => {
    const script = fs.readFileSync(new URL('../../chat.yml', import.meta.url), 'utf8');
    const { seconds } = readWorkload(name);
    const said = script.includes(`${name}: { variables: { scenario: ${name}, seconds: ${seconds} } }`);
    assert.ok(said, `chat.yml has no environment ${name} of ${seconds} s`);
  });
}

const phases = [{ name: 'all', share: 1 }];
const scenario = { title: 'a', about: 'a', seconds: 1, phases };
const messagesOf = (/** @type {Shape} */ shape) => [...shape.messages()];
const near = (/** @type {number} */ value, /** @type {number} */ wanted) =>
  assert.ok(Math.abs(value - wanted) < 1e-6, `${value}, not ${wanted}`);

test('at one rate message n is due at n / rate, each user in turn', () => {
  const messages = messagesOf(new Shape(scenario, { users: 4, rate: 5, seconds: 3 }));
  assert.equal(messages.length, 60);
  for (const [n, { at, sender }] of messages.entries()) {
    near(at, n / 20);
    assert.equal(sender, n % 4);
  }
});

test('a rate that rises evenly sends half of what its end would', () => {
  const shape = new Shape(
    { ...scenario, phases: [{ name: 'up', share: 1, rate: [0, 2] }] },
    { users: 10, rate: 1, seconds: 10 },
  );
  const messages = messagesOf(shape);
  assert.ok(Math.abs(messages.length - 100) <= 1, `${messages.length}`);
  assert.ok(messages.every(({ at }, n) => n === 0 || at >= messages[n - 1].at));
  const early = messages.filter(({ at }) => at < 5).length;
  assert.ok(Math.abs(early - 25) <= 1, `${early}`);
});

test('a phase takes up where the one before it ended: no gap, nothing twice', () => {
  const shape = new Shape(
    {
      ...scenario,
      phases: [
        { name: 'a', share: 1 },
        { name: 'b', share: 1 },
      ],
    },
    { users: 3, rate: 1, seconds: 2 },
  );
  messagesOf(shape).forEach(({ at }, n) => near(at, n / 3));
  assert.equal(messagesOf(shape).length, 6);
});

test('a phase without messages is silent', () => {
  const shape = new Shape(
    {
      ...scenario,
      phases: [
        { name: 'a', share: 1, rate: 0 },
        { name: 'b', share: 1 },
      ],
    },
    { users: 2, rate: 5, seconds: 2 },
  );
  const messages = messagesOf(shape);
  assert.equal(messages.length, 10);
  assert.ok(messages.every(({ at }) => at >= 1));
});

test('slow receivers are users who send nothing', () => {
  const shape = new Shape(
    { ...scenario, slowReceivers: { users: 0.2, bytesPerSecond: 100 } },
    { users: 10, rate: 1, seconds: 1 },
  );
  assert.deepEqual([shape.users, shape.slow, messagesOf(shape).length], [8, 2, 8]);
});
