import { element } from '../../charts/element.js';
import { latencyChart } from './latencyChart.js';
import { laneGroups } from './laneGroups.js';
import { markList } from './markList.js';
import { nobodyText } from './minuteWords.js';
import { pressForm } from './pressForm.js';
import { stateKey } from './stateSigns.js';

/**
 * The last minute: what another user felt, and below it on the same seconds what each loop and worker did; and the lab calls that make it so.
 * @param {HTMLElement} into @param {{button: HTMLElement, lines: HTMLElement}} load what starts a load run, and what it says
 * @returns {{update: (minute: import('../lastMinute.js').LastMinute) => void}}
 */
export function minuteView(into, load) {
  const nobody = element('p', { class: 'nobody' });
  const form = pressForm(load.button);
  const chart = element('div', { class: 'felt' });
  const groups = element('div', { class: 'groups' });
  const marks = markList();
  const picture = element('div', { class: 'minute' }, [chart, groups, stateKey(), marks.root]);
  into.append(nobody, form.root, load.lines, picture);
  const felt = latencyChart(chart);
  const lanes = laneGroups(groups);
  return {
    update(minute) {
      const chats = minute.chats ?? [];
      nobody.hidden = chats.length > 0;
      nobody.textContent = nobodyText(minute);
      picture.hidden = chats.length === 0;
      form.update(chats);
      if (chats.length === 0) return;
      felt.update(minute);
      lanes.update(minute);
      marks.update(minute);
    },
  };
}
