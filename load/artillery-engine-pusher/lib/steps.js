const { PusherClient } = require('./client');
const { PusherError } = require('./errors');

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * One function for each kind of step. Each takes what stands behind the step's name, rendered for this virtual user,
 * and `user`: {context, http, mailbox, options, ee, helpers, processor}; it fails by throwing a PusherError.
 */
const steps = /** @type {Record<string, (spec: any, user: any) => Promise<void>>} */ ({
  async connect(spec, user) {
    const { context, http, mailbox, options, ee } = user;
    const { url, key, headers, reconnect = options.reconnect, timeout = options.timeout } = { ...options, ...spec };
    if (!url || !key) throw new PusherError('pusher.no_server', 'connect needs the url and the key of a server');
    const authEndpoint = spec.authEndpoint ?? options.authEndpoint;
    const client = new PusherClient({
      url,
      key,
      timeout,
      reconnect,
      headers: withCookies(headers, http, url),
      authorize: authEndpoint
        ? (/** @type {string} */ channel, /** @type {string} */ socketId) =>
            authorize(http, authEndpoint, channel, socketId)
        : undefined,
    });
    client.on('event', (message) => {
      ee.emit('counter', 'pusher.events_received', 1);
      mailbox.put(message);
    });
    client.on('break', ({ code, wanted }) => {
      if (!wanted) ee.emit('error', `pusher.disconnected_${code}`);
      if (!reconnect) mailbox.fail(new PusherError('pusher.disconnected', 'the connection broke'));
    });
    client.on('fault', (error) => ee.emit('error', error.code));
    context.pusher?.close();
    context.pusher = client;
    await timed(ee, 'pusher.connect_ms', () => client.connect());
    ee.emit('counter', 'pusher.connections', 1);
  },

  async subscribe(spec, { context, ee }) {
    const channel = typeof spec === 'string' ? spec : spec.channel;
    await timed(ee, 'pusher.subscribe_ms', () => connected(context).subscribe(channel));
  },

  async unsubscribe(spec, { context }) {
    connected(context).unsubscribe(typeof spec === 'string' ? spec : spec.channel);
  },

  async trigger({ channel, event, data, ack }, { context, ee, options, helpers }) {
    const client = connected(context);
    ee.emit('counter', 'pusher.events_sent', 1);
    if (!ack) return client.trigger(channel, event, data);
    const { event: name, match, expect = {}, timeout = options.timeout } = ack;
    const answer = await timed(ee, 'pusher.ack_ms', () =>
      client.request({ channel, event, data, ack: name, match, timeout }),
    );
    for (const [key, value] of Object.entries(expect)) {
      if (answer?.[key] !== value)
        throw new PusherError('pusher.ack_unexpected', `${name}: ${key} is ${answer?.[key]}, not ${value}`);
    }
    return capture(ack, JSON.stringify(answer), {}, context, helpers);
  },

  async waitFor(spec, { context, mailbox, options, ee, helpers }) {
    const wanted = typeof spec === 'string' ? { event: spec } : spec;
    connected(context);
    const message = await timed(ee, 'pusher.wait_ms', () => mailbox.take(wanted, wanted.timeout ?? options.timeout));
    return capture(wanted, JSON.stringify(message.data), {}, context, helpers);
  },

  async disconnect(_spec, { context }) {
    context.pusher?.close();
  },
});

for (const method of METHODS) {
  steps[method] = async (spec, { context, http, ee, helpers }) => {
    const { status, headers, body } = await timed(ee, `pusher.http_${method}_ms`, () =>
      http.call(method.toUpperCase(), spec),
    );
    ee.emit('counter', `pusher.http_codes.${status}`, 1);
    const expected = spec.expect === undefined ? status < 400 : [spec.expect].flat().includes(status);
    if (!expected)
      throw new PusherError(`pusher.http_${status}`, `${method.toUpperCase()} ${spec.url} answered ${status}`);
    return capture(spec, body, headers, context, helpers);
  };
}

/** @param {any} context @returns {InstanceType<typeof PusherClient>} */
function connected(context) {
  if (!context.pusher) throw new PusherError('pusher.not_connected', 'a connect step has to come first');
  return context.pusher;
}

/** @param {Record<string, string> | undefined} headers @param {InstanceType<typeof import('./http').Http>} http @param {string} url */
function withCookies(headers, http, url) {
  const cookie = http.cookieHeader(url);
  return cookie ? { ...headers, cookie } : headers;
}

/** @param {InstanceType<typeof import('./http').Http>} http @param {string} endpoint @param {string} channel @param {string} socketId */
async function authorize(http, endpoint, channel, socketId) {
  const { status, body } = await http.call('POST', {
    url: endpoint,
    form: { socket_id: socketId, channel_name: channel },
  });
  if (status !== 200) throw new PusherError(`pusher.auth_${status}`, `${endpoint} answered ${status}`);
  return JSON.parse(body);
}

/**
 * @template T
 * @param {import('node:events').EventEmitter} ee @param {string} name of the histogram, in ms @param {() => Promise<T>} work
 */
async function timed(ee, name, work) {
  const started = process.hrtime.bigint();
  const result = await work();
  ee.emit('histogram', name, Number(process.hrtime.bigint() - started) / 1e6);
  return result;
}

/**
 * Artillery's own `capture` and `match`, on the JSON of an event or the body of an answer.
 * @param {any} spec @param {string} body @param {Record<string, string>} headers @param {any} context @param {any} helpers
 * @returns {Promise<void> | undefined}
 */
function capture(spec, body, headers, context, helpers) {
  if (!spec.capture && !spec.match) return undefined;
  if (spec.match && !Array.isArray(spec.match) && !spec.match.json) return undefined;
  return new Promise((resolve, reject) => {
    helpers.captureOrMatch(
      spec,
      { body, headers },
      context,
      (/** @type {Error} */ error, /** @type {any} */ result) => {
        if (error) return reject(error);
        const failed = values(result?.matches).some(({ success }) => !success);
        const empty = values(result?.captures).some((value) => value.failed);
        if (failed || empty) return reject(new PusherError('pusher.no_match', 'a capture or match failed'));
        for (const [name, { value }] of Object.entries(/** @type {Record<string, any>} */ (result?.captures ?? {})))
          context.vars[name] = value;
        return resolve();
      },
    );
  });
}

/** @param {Record<string, any> | undefined} object @returns {any[]} */
const values = (object) => Object.values(object ?? {});

module.exports = { steps };
