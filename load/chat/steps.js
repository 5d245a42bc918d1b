import { WorkerRun } from './workerRun.js';
import { VirtualUser } from './virtualUser.js';
import { logIn as logInAt, readAfter } from './http.js';
import { socketIoWire } from './socketIoWire.js';
import { pusherWire } from './pusherWire.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../ledger/clock.js';

/**
 * The function steps of chat.yml, as each virtual user takes them in an Artillery worker. Artillery awaits no promise
 * of a function step in the Socket.IO engine: each step calls next when it is done.
 * @typedef {{vars: Record<string, any>, scenario: {name: string}, extraHeaders?: Record<string, string>, sockets?: Record<string, any>, pusher?: any, http?: {jar: {setCookieSync: (line: string, url: string) => void}}, chatUser?: VirtualUser}} Context
 * @typedef {(error?: Error | null) => void} Next
 */

/** @type {WorkerRun | undefined} */
let shared;

/** @param {Context} context */
function workerRun(context) {
  return (shared ??= new WorkerRun(context.vars.plan));
}

const PASSWORD = 'load-password';
// Who finds their side full only looks in, all as this one user.
const ONLOOKER = 'load onlooker';

/** Takes one of the places of this side, and names the user after it. @param {Context} context @param {unknown} _events @param {Next} next */
export function takePlace(context, _events, next) {
  const place = workerRun(context).takePlace(context.scenario.name);
  const login = place === null ? ONLOOKER : `load ${place + 1}`;
  Object.assign(context.vars, { place, login, password: PASSWORD });
  next();
}

/**
 * Waits for a turn where the server says that too many log in. The onlookers are one user: one session does for all of them.
 * @param {Context} context @param {unknown} _events @param {Next} next
 */
export function logIn(context, _events, next) {
  const { plan, place, login, password } = context.vars;
  const target = context.scenario.name;
  const { url } = plan.targets[target];
  const run = workerRun(context);
  const ledger = run.ledger(target);
  const session = () => logInAt(url, { login, password });
  (place === null ? run.once(`onlooker ${target}`, session) : session()).then(
    ({ cookie }) => {
      context.vars.cookie = cookie;
      // The Pusher engine signs its subscriptions by an HTTP call of its own.
      for (const one of cookie.split('; ')) context.http?.jar.setCookieSync(`${one}; Path=/`, url);
      next();
    },
    (error) => {
      ledger.error(`login_${error.code ?? error.cause?.code ?? 'failed'}`);
      next(error);
    },
  );
}

/** The engine has connected: from here on the ledger listens. @param {Context} context @param {unknown} _events @param {Next} next */
export function join(context, _events, next) {
  const { plan, place, login, cookie } = context.vars;
  if (place === null) return next();
  const run = workerRun(context);
  const target = plan.targets[context.scenario.name];
  const ledger = run.ledger(context.scenario.name);
  const wire = context.pusher
    ? pusherWire(context.pusher, target.channel)
    : socketIoWire(Object.values(context.sockets ?? {})[0]);
  context.chatUser = new VirtualUser({
    name: login,
    place,
    wire,
    ledger,
    lastId: target.lastId,
    readAfter: (after) => readAfter(target.url, cookie, after),
  });
  ledger.users++;
  run.begin();
  next();
}

/** Sends on schedule and stays until everybody's messages have had time to arrive. @param {Context} context @param {unknown} _events @param {Next} next */
export function chat(context, _events, next) {
  const run = workerRun(context);
  const { plan, place } = context.vars;
  const user = context.chatUser;
  if (!user) return next();
  const { seconds, rate, users } = plan;
  const sendAndDrain = async () => {
    const startAt = await run.startAt();
    await user.send({ startAt, seconds, rate, share: place / users });
    await user.settle();
    await sleep(Math.max(0, startAt + seconds * 1000 + DRAIN_MS - now()));
    await user.quiet();
  };
  sendAndDrain().then(() => next(), next);
}

/** @param {Context} context @param {unknown} _events @param {Next} next */
export function leave(context, _events, next) {
  if (!context.chatUser) return next();
  context.chatUser.leave();
  workerRun(context).end();
  next();
}

// The last messages' lives end 2 s after their acks (the ledger's rule), a little later the users leave.
const DRAIN_MS = 2500;
