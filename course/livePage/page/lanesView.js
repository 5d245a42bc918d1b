import { html } from 'lit-html';
import { look } from './chart.js';
import { LAB_CALLS, pressOf } from './labCalls.js';
import { lanesOption } from './lanesOption.js';

/** @import { Course, Minute, Order } from './main.js' */
/** @import { Outcome } from '../press.js' */

const SHOWN_MARKS = 3;

/**
 * Shows lab calls as buttons, how long another user waits now, the last minute, and the calls made.
 * @param {Course} course @param {Minute} minute @param {Order} order
 */
export function lanesView({ targets: known }, minute, order) {
  const { chats, marks } = minute;
  if (chats.length === 0)
    return html`<p class="nobody">No chat is running. Start both with: <code>infra/up --lecture --detach</code></p>`;
  const now = chats.flatMap(({ name, targets }) => targets.map((target) => nowOf(minute, name, target)));
  return html`${pressForm(order)}
    <dl class="now">
      ${now.map(
        ({ target, ms, state }) =>
          html`<div class="of-${target}">
            <dt>${known[target].title}</dt>
            <dd>${ms}</dd>
            <dd class="state">${state}</dd>
          </div>`,
      )}
    </dl>
    <echarts-chart
      class="lanes"
      role="img"
      aria-label=${now.map(({ target, ms, state }) => `${known[target].title}: ${ms}, ${state}`).join('; ')}
      .option=${lanesOption(minute, look(known))}
    ></echarts-chart>
    <p>A block computes. A hatched block is occupied and computes nothing. A line is idle.</p>
    <ol class="marks" aria-label="What was done">
      ${marks
        .slice(-SHOWN_MARKS)
        .map(
          ({ number, label, chats: outcomes }) =>
            html`<li>
              <b>${number}</b> ${label}
              ${chats.map(({ name, title }) => outcomes[name] && outcomeOf(name, title, outcomes[name]))}
            </li>`,
        )}
    </ol>`;
}

/** @param {string} name @param {string} title a chat's @param {Outcome} outcome */
const outcomeOf = (name, title, outcome) => html`<span class="of-${name}">${title} ${outcomeText(outcome)}</span>`;

/** @param {Order} order */
function pressForm(order) {
  const press = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target), event.submitter);
    const [call, seconds, times] = ['call', 'seconds', 'times'].map((name) => Number(form.get(name)));
    const where = form.get('where') === 'loop' ? 'loop' : 'worker';
    order('/api/press', pressOf(LAB_CALLS[call], where, Math.round(seconds * 1000), times));
  };
  return html`<form class="press" aria-label="Lab calls" @submit=${press}>
    <label><input type="radio" name="where" value="loop" checked /> Event loops</label>
    <label><input type="radio" name="where" value="worker" /> Workers</label>
    <label>seconds <input type="number" name="seconds" value="3" min="0.1" max="10" step="any" required /></label>
    <label>requests <input type="number" name="times" value="1" min="1" max="500" required /></label>
    ${LAB_CALLS.map(
      ({ title, about }, index) => html`<button name="call" value=${index} title=${about}>${title}</button>`,
    )}
  </form>`;
}

/** @type {Record<string, string>} */
const STATE_NAMES = { idle: 'idle', busy: 'busy', waiting: 'stands still', away: 'has ended' };

/**
 * @param {Minute} minute @param {string} chat @param {string} target
 * @returns {{target: string, ms: string, state: string}}
 */
function nowOf({ looks, waits }, chat, target) {
  const last = looks.findLast(({ chats }) => chats[chat])?.chats[chat];
  const ms = waits.findLast((wait) => wait.target === target)?.ms;
  const count = (/** @type {string} */ state) => (last?.workers ?? []).filter((one) => one === state).length;
  const workers = [
    count('busy') && `${count('busy')} busy`,
    count('waiting') && `${count('waiting')} waiting`,
    last?.waiting && `queue ${last.waiting}`,
  ];
  return {
    target,
    ms: ms === undefined ? '–' : ms === null ? 'no answer' : waitText(ms),
    state: target === chat ? STATE_NAMES[last?.loop ?? ''] : workers.filter(Boolean).join(', ') || 'idle',
  };
}

/** @param {number} ms */
const waitText = (ms) => (ms >= 950 ? `${(ms / 1000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`);

/** @param {Outcome} outcome @returns {string} number of calls done so far, and their time */
export function outcomeText({ asked, done, failed, ms, error }) {
  if (done + failed < asked) return asked === 1 ? 'under way' : `${done} of ${asked}`;
  if (failed > 0) return `${failed === asked ? '' : `${failed} of ${asked} `}failed: ${error}`;
  return `${(ms / 1000).toFixed(1)} s`;
}
