import { WorkerRun } from './workerRun.js';
import { VirtualUser } from './virtualUser.js';
import { logIn as logInAt, readAfter } from './http.js';
import { socketIoWire } from './socketIoWire.js';
import { pusherWire } from './pusherWire.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRAIN_MS } from '../ledger/audit.js';
import { now } from '../ledger/clock.js';
import { readSlowly } from './readSlowly.js';

/**
 * The function steps of chat.yml, as each virtual user takes them in an Artillery worker. Artillery awaits no promise
 * of a function step in the Socket.IO engine: each step calls next when it is done.
 * @typedef {{vars: Record<string, any>, scenario: {name: string}, extraHeaders?: Record<string, string>, sockets?: Record<string, any>, pusher?: any, http?: {jar: {setCookieSync: (line: string, url: string) => void}}, chatUser?: VirtualUser, stopReadingSlowly?: () => void}} Context
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

/** Waits until it is this user's turn to join, a little before it is to send. @param {Context} context @param {unknown} _events @param {Next} next */
export function awaitTurn(context, _events, next) {
  const { place } = context.vars;
  const run = workerRun(context);
  if (place === null || place >= run.shape.users) return next();
  const joinsAt = run.shape.joinsAt(place);
  if (joinsAt <= JOIN_AHEAD_S) return next();
  run
    .startAt()
    .then((startAt) => sleep(Math.max(0, startAt + (joinsAt - JOIN_AHEAD_S) * 1000 - now())))
    .then(() => next(), next);
  return undefined;
}

/** The engine has connected: from here on the ledger listens. @param {Context} context @param {unknown} _events @param {Next} next */
export function join(context, _events, next) {
  const { plan, place, login, cookie } = context.vars;
  if (place === null) return next();
  const run = workerRun(context);
  const target = plan.targets[context.scenario.name];
  const ledger = run.ledger(context.scenario.name);
  if (place >= run.shape.users) return readAsSlowReceiver(context, run, next);
  const wire = context.pusher
    ? pusherWire(context.pusher, target, cookie)
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

/** Who reads slowly reads nothing in time: its deliveries are not in the ledger, its cost is in the server's. @param {Context} context @param {WorkerRun} run @param {Next} next */
function readAsSlowReceiver(context, run, next) {
  const { slowReceivers } = run.shape.scenario;
  const socket = context.pusher?.socket ?? Object.values(context.sockets ?? {})[0].io.engine.transport.ws;
  context.stopReadingSlowly = readSlowly(socket, slowReceivers?.bytesPerSecond ?? 0);
  run.ledger(context.scenario.name).users++;
  run.begin();
  next();
}

/** Sends on schedule and stays until everybody's messages have had time to arrive. @param {Context} context @param {unknown} _events @param {Next} next */
export function chat(context, _events, next) {
  const run = workerRun(context);
  const { plan, place } = context.vars;
  if (place === null) return next();
  const user = context.chatUser;
  const sendAndDrain = async () => {
    const startAt = await run.startAt();
    for (const { from, reconnect } of user ? run.shape.phases : []) {
      if (place >= reconnect * run.shape.usersAt(from)) continue;
      setTimeout(() => user?.breakOff(), startAt + from * 1000 - now()).unref();
    }
    await user?.send({ startAt, times: run.timesOf(place) });
    await user?.settle();
    await sleep(Math.max(0, startAt + plan.seconds * 1000 + DRAIN_MS - now()));
    await user?.quiet();
  };
  sendAndDrain().then(() => next(), next);
}

/** @param {Context} context @param {unknown} _events @param {Next} next */
export function leave(context, _events, next) {
  if (context.vars.place === null) return next();
  context.chatUser?.leave();
  context.stopReadingSlowly?.();
  workerRun(context).end();
  next();
}

// Joining takes that long on a busy machine.
export const JOIN_AHEAD_S = 3;
