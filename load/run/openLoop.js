import { now } from '../ledger/clock.js';
import { SocketSender } from './socketSender.js';

// A timer of Node fires at whole milliseconds: what came due since the last one goes out together, late by at most this.
const TICK_MS = 1;

/**
 * Sends messages at times fixed beforehand, evenly over the senders in turn, whatever the server does (open loop).
 * @param {object} parts
 * @param {import('../benches/crowd.js').Member[]} parts.senders
 * @param {import('../ledger/ledger.js').Ledger} parts.ledger
 * @param {number} parts.rate messages/s
 * @param {number} parts.seconds
 * @param {(number: number, intendedAt: number) => void} [parts.sendOne] sends one message, and has its ack written down; over the senders' sockets unless given
 * @returns {Promise<void>} when the last one was sent
 */
export function sendOpenLoop({ senders, ledger, rate, seconds, sendOne = messageSender(ledger, senders) }) {
  const total = Math.round(rate * seconds);
  const evenly = function* () {
    for (let number = 0; number < total; number++) yield { at: number / rate, sender: number % senders.length };
  };
  return sendOnSchedule({ messages: evenly(), startAt: now() + 50, sendOne });
}

/**
 * Sends messages at times fixed beforehand, whatever the server does (open loop).
 * @param {object} parts
 * @param {Iterator<import('../scenarios/shape.js').Planned>} parts.messages in order of time
 * @param {number} parts.startAt ms since 1970
 * @param {(number: number, intendedAt: number, sender: number) => void} parts.sendOne
 * @param {() => boolean} [parts.stopped] ends it before its time
 * @returns {Promise<void>} when the last one was sent
 */
export function sendOnSchedule({ messages, startAt, sendOne, stopped = () => false }) {
  let number = 0;
  let next = messages.next();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      for (const time = now(); !next.done && !stopped(); next = messages.next()) {
        const intendedAt = startAt + next.value.at * 1000;
        if (intendedAt > time) return;
        sendOne(next.value.number ?? number++, intendedAt, next.value.sender);
      }
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
}

/**
 * @param {import('../ledger/ledger.js').Ledger} ledger @param {import('../benches/crowd.js').Member[]} senders
 * @returns {(number: number, intendedAt: number) => void} sends one message and has its ack written down
 */
function messageSender(ledger, senders) {
  const sender = new SocketSender(ledger);
  return (number, intendedAt) => {
    const place = number % senders.length;
    sender.send(senders[place], { sender: place, number, intendedAt });
  };
}
