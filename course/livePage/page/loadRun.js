import { element } from '../../charts/element.js';
import { order } from './order.js';

/** A button that starts `npx artillery run load/chat.yml`, and the last lines of what it prints. */
export function loadRun() {
  const button = element('button', { type: 'button', title: 'npx artillery run load/chat.yml' }, ['Load']);
  const lines = element('pre', { class: 'load-lines', role: 'log', 'aria-label': 'Artillery', tabindex: '0' });
  lines.hidden = true;
  let isRunning = false;
  button.addEventListener('click', () => order(isRunning ? '/api/load/stop' : '/api/load'));
  return {
    button,
    lines,
    /** @param {{isRunning: boolean, lines: string[]}} now */
    change(now) {
      isRunning = now.isRunning;
      button.textContent = isRunning ? 'Stop load' : 'Load';
      lines.hidden = now.lines.length === 0;
      lines.textContent = now.lines.join('\n');
      lines.scrollTop = lines.scrollHeight;
    },
  };
}
