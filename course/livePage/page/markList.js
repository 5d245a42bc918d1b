import { element } from '../../charts/element.js';
import { outcomeText } from './minuteWords.js';
import { signOf } from './targetSign.js';

const SHOWN = 3;

/** The last things that were done, and of lab calls how long they took on each chat. */
export function markList() {
  const root = element('ol', { class: 'presses', 'aria-label': 'What was done' });
  return {
    root,
    /** @param {import('../lastMinute.js').LastMinute} minute */
    update({ marks }) {
      root.replaceChildren(
        ...marks
          .slice(-SHOWN)
          .reverse()
          .map(({ number, label, chats = {} }) =>
            element('li', {}, [
              element('span', { class: 'mark-number' }, [String(number)]),
              element('span', {}, [label]),
              ...Object.entries(chats).map(([chat, outcome]) =>
                element('span', { class: 'press-outcome' }, [signOf(chat), outcomeText(outcome)]),
              ),
            ]),
          ),
      );
    },
  };
}
