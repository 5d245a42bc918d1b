import { readSettings } from '../chat/settings.js';
import { figure, markdownTable } from './markdownTable.js';

/** @param {any} result result.json of a run of chat.yml, with its command and provenance @returns {string} */
export function chatChapter(result) {
  const { audits, plan, databases } = result;
  const ms = (/** @type {any} */ { p50, p95, p99 }) => `${figure(p50, 1)} / ${figure(p95, 1)} / ${figure(p99, 1)}`;
  const rows = audits.map((/** @type {any} */ audit) => [
    audit.target,
    databases[audit.target] ?? '',
    figure(audit.users),
    ms(audit.ack),
    ms(audit.delivery),
    figure(audit.sent),
    figure(audit.stored ?? 0),
    `${figure(audit.delivered)} of ${figure(audit.expected)}`,
    `${audit.lost} / ${audit.duplicated} / ${audit.outOfOrder}`,
    Object.entries(audit.errors)
      .map(([code, times]) => `${times} x ${code}`)
      .join(', ') || 'none',
  ]);
  const head = [
    'target',
    'database',
    'users',
    'ack p50 / p95 / p99 ms',
    'delivery p50 / p95 / p99 ms',
    'sent',
    'stored',
    'delivered',
    'lost / duplicated / out of order',
    'errors',
  ];
  return [
    `${audits.length > 1 ? 'Both chats at once: ' : ''}${plan.users} users a side, ${plan.rate} message${plan.rate === 1 ? '' : 's'}/s each, ${plan.seconds} s, every user receives everybody's messages.`,
    '',
    markdownTable(head, rows),
    '',
    `\`${commandOf(result)}\`; commit ${result.commit}; ${result.machine}; ${result.date}.`,
    '',
  ].join('\n');
}

/** @param {any} result @returns {string} what to type to have it again */
function commandOf({ plan, audits }) {
  const usual = /** @type {Record<string, any>} */ (readSettings({}));
  const set = ['users', 'rate', 'seconds']
    .filter((name) => plan[name] !== usual[name])
    .map((name) => `CHAT_LOAD_${name.toUpperCase()}=${plan[name]} `);
  const one = audits.length === 1 ? ` --scenario-name '^${audits[0].target}$'` : '';
  return `${set.join('')}npx artillery run load/chat.yml${one}`;
}
