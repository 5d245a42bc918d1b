import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

/** @import { Answer } from './client.js' */

const read = (/** @type {string} */ file) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** openapi.yaml describes calls and events. */
export const api = parse(read('../openapi.yaml'));
/** contract.json has error codes with their statuses and messages, event names, limits. */
export const contract = JSON.parse(read('../contract.json'));

const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(api, 'api');

/** openapi.yaml's paths as patterns: `/messages/{id}` is `^/messages/[^/]+$`. */
const operations = Object.entries(api.paths).map(([path, calls]) => ({
  path,
  calls,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/**
 * @param {string} pointer such as /components/schemas/User @param {unknown} value
 * @param {string} what names the value in the failure's message
 * @throws {assert.AssertionError} if the value has another shape
 */
export function expectSchema(pointer, value, what) {
  const check = ajv.getSchema(`api#${pointer}`);
  assert.ok(check, `openapi.yaml has no ${pointer}`);
  assert.ok(check(value), `${what}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(value)?.slice(0, 500)}`);
}

/**
 * @param {string} name
 * @param {unknown} payload an event's; the wire's own events have no schema
 */
export function expectEvent(name, payload) {
  if (api.components.schemas[`event_${name}`])
    expectSchema(`/components/schemas/event_${name}`, payload, `event ${name}`);
}

/**
 * Checks that openapi.yaml allows this answer to the call, with this shape. At addresses that openapi.yaml does not
 * name it checks only errors.
 * @param {Answer} answer @param {string} method @param {string} path
 */
export function expectAnswer({ status, headers, text, json }, method, path) {
  const what = `${method} ${path} answered ${status} ${text.slice(0, 300)}`;
  if (status >= 400 && !json?.status) return expectErrorAnswer(status, json, headers, what);
  const route = operations.find(({ pattern }) => pattern.test(path.split('?')[0]));
  const verb = method.toLowerCase();
  if (!route?.calls[verb]) return;
  const answer = route.calls[verb].responses[status];
  assert.ok(answer, `${what}, which openapi.yaml does not name`);
  const [type] = Object.keys(answer.content ?? {});
  if (!type) return assert.equal(text, '', what);
  assert.ok(headers.get('content-type')?.startsWith(type), `${what} as ${headers.get('content-type')}`);
  const pointer = `/paths/${route.path.replaceAll('/', '~1')}/${verb}/responses/${status}/content`;
  if (type === 'application/json') expectSchema(`${pointer}/application~1json/schema`, json, what);
}

/** @param {number} status @param {any} json @param {Headers} headers @param {string} what */
function expectErrorAnswer(status, json, headers, what) {
  expectSchema('/components/schemas/Error', json, what);
  const { code } = json.error;
  assert.equal(status, contract.errors[code]?.status, `${what}: the status of ${code}`);
  if (status === 429) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, `${what}: Retry-After`);
}
