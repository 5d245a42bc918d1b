import { element } from '../../charts/element.js';
import { CALL_LIMITS, LAB_CALLS, takesTime, WHERE } from '../labCalls.js';
import { order } from './order.js';
import { signOf } from './targetSign.js';

const PLACES = { loop: 'Event loops', worker: 'Workers' };

/**
 * Lab calls: a button each, on both chats at once unless one is left out.
 * @param {HTMLElement} more a button that stands behind them
 */
export function pressForm(more) {
  const places = WHERE.map((where, place) => {
    const radio = element('input', { type: 'radio', name: 'where', value: where });
    radio.checked = place === 0;
    return element('label', { class: 'choice' }, [radio, PLACES[where]]);
  });
  const seconds = numberField('ms', 'for, s', {
    value: '3',
    min: '0.001',
    max: String(CALL_LIMITS.ms / 1000),
    step: 'any',
  });
  const times = numberField('times', 'requests', { value: '1', min: '1', max: String(CALL_LIMITS.times), step: '1' });
  const chatBoxes = element('div', { class: 'press-chats' });
  const buttons = element('div', { class: 'press-buttons', role: 'group', 'aria-label': 'Lab calls' });
  const root = element('form', { class: 'controls press', 'aria-label': 'Lab calls', novalidate: '' }, [
    element('fieldset', { class: 'press-places' }, [element('legend', { class: 'unseen' }, ['On']), ...places]),
    seconds.label,
    times.label,
    chatBoxes,
    buttons,
  ]);
  root.hidden = true;
  root.addEventListener('submit', (event) => event.preventDefault());
  let shown = '';

  /** @param {import('../labCalls.js').LabCall} call */
  function press(call) {
    const form = new FormData(root);
    order('/api/press', {
      key: call.key,
      where: form.get('where'),
      ms: takesTime(call) ? Math.round(Number(seconds.input.value) * 1000) : 1,
      times: Number(times.input.value),
      chats: form.getAll('chat'),
    });
  }

  return {
    root,
    /** @param {import('../lastMinute.js').WatchedChat[]} chats */
    update(chats) {
      const able = chats.filter(({ lab }) => lab !== null);
      const now = JSON.stringify(able.map(({ name, lab }) => [name, lab?.what]));
      if (now === shown) return;
      shown = now;
      root.hidden = able.length === 0;
      chatBoxes.replaceChildren(
        ...able.map(({ name, title }) => {
          const box = element('input', { type: 'checkbox', name: 'chat', value: name });
          box.checked = true;
          return element('label', { class: 'choice' }, [box, signOf(name), title]);
        }),
      );
      buttons.replaceChildren(
        ...LAB_CALLS.filter(({ what }) => able.every(({ lab }) => lab?.what.includes(what))).map((call) => {
          const button = element('button', { type: 'button', title: call.about }, [call.title]);
          button.addEventListener('click', () => press(call));
          return button;
        }),
        more,
      );
    },
  };
}

/** @param {string} name @param {string} text @param {Record<string, string>} attributes */
function numberField(name, text, attributes) {
  const input = element('input', { type: 'number', name, id: `press-${name}`, required: '', ...attributes });
  return { input, label: element('label', {}, [text, input]) };
}
