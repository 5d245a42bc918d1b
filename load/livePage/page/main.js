import { beginLoadView, hearOfRun, isRunGoing, lookForChoices } from './loadView.js';
import { labsView } from './labsView.js';
import { minuteView } from './minuteView.js';
import { tell } from './order.js';
import { processesView } from './processesView.js';
import { listen } from './server.js';
import { addSeen, unwatched } from '../lastMinute.js';
import { views } from './views.js';

/** @param {string} view */
const section = (view) => /** @type {HTMLElement} */ (document.getElementById(`view-${view}`));

let minute = unwatched();
const processes = processesView(section('processes'));
const lanes = minuteView(section('minute'));
const labs = labsView(section('labs'));
let shown = '';
const { suggest } = views((view) => {
  shown = view;
  showMinute();
  if (view === 'load') lookForChoices();
});

/** What nobody sees is not drawn. */
function showMinute() {
  if (document.hidden) return;
  if (shown === 'processes') processes.update(minute);
  if (shown === 'minute') lanes.update(minute);
}
document.addEventListener('visibilitychange', () => showMinute());

/** @type {Record<string, (data: any) => void>} */
const HEARD = {
  minute(data) {
    minute = data;
    showMinute();
  },
  seen(data) {
    addSeen(minute, data);
    showMinute();
  },
  labs(data) {
    labs.know(data);
    if (isRunGoing()) suggest('load');
    else if (labs.isRunning()) suggest('labs');
  },
  lab: ({ id, run, now }) => labs.change(id, run, now),
  'lab-events': ({ id, events }) => labs.add(id, events),
};

listen(
  (event, data) => {
    if (event === 'run' || event === 'state' || event === 'row') hearOfRun(event, data);
    else HEARD[event](data);
  },
  (here) => tell(here ? null : { message: 'load/live does not answer: is it still running?' }),
);
beginLoadView();
