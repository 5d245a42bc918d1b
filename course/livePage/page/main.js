import { labsView } from './labsView.js';
import { loadRun } from './loadRun.js';
import { minuteView } from './minuteView.js';
import { tell } from './order.js';
import { listen } from './server.js';
import { addSeen, unwatched } from '../lastMinute.js';
import { views } from './views.js';

/** @param {string} view */
const section = (view) => /** @type {HTMLElement} */ (document.getElementById(`view-${view}`));

let minute = unwatched();
const load = loadRun();
const lanes = minuteView(section('minute'), load);
const labs = labsView(section('labs'));
let shown = '';
const { suggest } = views((view) => {
  shown = view;
  showMinute();
});

/** What nobody sees is not drawn. */
function showMinute() {
  if (!document.hidden && shown === 'minute') lanes.update(minute);
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
  load: (now) => load.change(now),
  labs(data) {
    labs.know(data);
    if (labs.isRunning()) suggest('labs');
  },
  lab: ({ id, run, now }) => labs.change(id, run, now),
  'lab-events': ({ id, events }) => labs.add(id, events),
};

listen(
  (event, data) => HEARD[event](data),
  (here) => tell(here ? null : { message: 'course/live does not answer: is it still running?' }),
);
