import { summaryOf } from '../messageTest/summary.js';
import { readTarget, TARGET_NAMES } from '../targets/targets.js';

/**
 * The tables of messages: a row for each level and client, its repetitions together.
 * @param {any[]} records of runs, of any kind
 * @returns {Array<{target: string, title: string, codePath: string, rows: Array<ReturnType<typeof summaryOf>>}>}
 */
export function messagesData(records) {
  const messages = records.filter(({ kind }) => kind === 'messages');
  return TARGET_NAMES.flatMap((target) => {
    const own = messages.filter(({ plan }) => plan.target === target);
    if (own.length === 0) return [];
    const { title, messages: data } = readTarget(target);
    const groups = Map.groupBy(own, ({ plan, client }) => `${String(plan.users).padStart(5, '0')} ${client.name}`);
    const rows = [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => summaryOf(group));
    return [{ target, title, codePath: data.codePath, rows }];
  });
}
