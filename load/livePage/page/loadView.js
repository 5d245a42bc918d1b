import { element } from '../../charts/element.js';
import { clockText } from './figures.js';
import { nothing, told } from './model.js';
import { panels, signOf } from './panels.js';
import { order } from './order.js';
import { ask } from './server.js';
import { isGoing, stateText, whatText } from './words.js';

const CHOICES_EVERY_MS = 5000;
const CLOCK_EVERY_MS = 250;

/** @template {HTMLElement} Kind @param {string} id @returns {Kind} */
const by = (id) => /** @type {Kind} */ (document.getElementById(id));
/** @type {HTMLFormElement} */
const planForm = by('plan');
/** @type {HTMLFormElement} */
const goingForm = by('going');
/** @type {HTMLInputElement} */
const markField = by('mark');

let model = nothing();
/** @type {any} */
let choices = { targets: [], scenarios: [] };
/** @type {{id: string, shown: ReturnType<typeof panels>} | null} */
let drawn = null;
/** When the run's clock stood at 0, by this page's own. */
let zero = 0;
let asked = false;

/** Draws what is known now, once for all that came since the last time. */
function draw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    const { run } = model;
    planForm.hidden = run !== null && isGoing(run);
    goingForm.hidden = !planForm.hidden;
    document.body.dataset.state = run?.state ?? 'none';
    if (!run) return;
    if (drawn?.id !== run.id) {
      drawn?.shown.destroy();
      drawn = {
        id: run.id,
        shown: panels(by('panels'), run.targets),
      };
    }
    drawn.shown.update(model);
    showClock();
    by('what').textContent = whatText(run);
    by('names').replaceChildren(...run.targets.map((target) => nameOf(target, run)));
    by('marks').replaceChildren(
      ...run.marks.map(({ second, label }) => element('li', {}, [`${label} (${clockText(second)})`])),
    );
    /** @type {HTMLButtonElement} */ (by('add-mark')).disabled = run.state !== 'running';
    /** @type {HTMLButtonElement} */ (by('stop')).disabled = run.state === 'ending';
  });
}

function showClock() {
  const { run } = model;
  if (run?.elapsed === null || run?.elapsed === undefined) return void (by('clock').textContent = '');
  // While it lasts by this page's clock, afterwards by how long it took.
  const took = Math.max(...run.targets.map(({ end }) => end?.whole.span ?? 0));
  const elapsed = run.state === 'running' ? (performance.now() - zero) / 1000 : took;
  if (elapsed > 0)
    by('clock').textContent = `${clockText(Math.min(run.plan.seconds, elapsed))} of ${clockText(run.plan.seconds)}`;
  return undefined;
}

/** @param {import('./model.js').Summary['targets'][number]} target @param {import('./model.js').Summary} run */
function nameOf(target, run) {
  const item = element('li', { class: 'name' }, [
    signOf(target.name),
    element('strong', {}, [target.title]),
    element('span', { class: 'doing' }, [stateText(target, run)]),
  ]);
  item.toggleAttribute('data-bad', target.failed !== null || (target.end?.failures.length ?? 0) > 0);
  if ((target.end?.whole ?? model.rows[target.name]?.at(-1))?.bound)
    item.append(
      element('span', { class: 'bound-note', title: 'Its own delay is in the figures.' }, ['load client too busy']),
    );
  const link = (/** @type {string} */ file, /** @type {string} */ text) =>
    element('a', { href: `/runs/${run.id}/${file}`, target: '_blank' }, [text]);
  if (target.end) item.append(link(`record-${target.name}.json`, 'Record'));
  if (run.report && run.targets[run.targets.length - 1] === target) item.append(link(run.report, 'Report'));
  return item;
}

/** @param {string} name */
const scenarioOf = (name) => choices.scenarios.find((/** @type {any} */ scenario) => scenario.name === name);

planForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(planForm);
  const number = (/** @type {string} */ name) => (form.get(name) === '' ? null : Number(form.get(name)));
  order('/api/run', {
    targets: form.getAll('target'),
    scenario: form.get('scenario'),
    users: number('users'),
    rate: number('rate'),
    seconds: number('seconds'),
  });
});

goingForm.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (markField.value.trim() === '') return markField.focus();
  const taken = await order('/api/mark', { label: markField.value });
  if (taken) markField.value = '';
  return undefined;
});

by('stop').addEventListener('click', () => order('/api/stop'));

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.key !== 'm' || isTyping || event.ctrlKey || event.metaKey || event.altKey || goingForm.hidden) return;
  event.preventDefault();
  markField.focus();
});

by('scenario').addEventListener('change', () => aboutScenario(true));

/** @param {boolean} chosen by hand: the time that the scenario needs is taken with it */
function aboutScenario(chosen) {
  const scenario = scenarioOf(/** @type {HTMLSelectElement} */ (by('scenario')).value);
  by('about').textContent = scenario?.about ?? '';
  if (chosen && scenario) /** @type {HTMLInputElement} */ (by('seconds')).value = String(scenario.seconds);
}

export async function lookForChoices() {
  const isRunning = model.run !== null && isGoing(model.run);
  // To ask the chats what they are costs them a request each: beside what others look at that would be seen.
  if (document.hidden || document.body.dataset.view !== 'load' || (isRunning && choices.scenarios.length > 0)) return;
  choices = await ask('/api/choices').catch(() => choices);
  /** @type {HTMLSelectElement} */
  const select = by('scenario');
  if (select.options.length === 0) {
    for (const { name, title } of choices.scenarios) select.append(new Option(title, name));
    aboutScenario(false);
  }
  showTargets();
  /** @type {HTMLButtonElement} */ (by('start')).disabled = choices.scenarios.length === 0;
  draw();
}

/** Keeps what was chosen; what is not running cannot be. */
function showTargets() {
  const before = new Map(
    [...by('targets').querySelectorAll('input')].map((input) => [
      input.value,
      { checked: input.checked, away: input.disabled },
    ]),
  );
  const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : '';
  const shown = choices.targets.map((/** @type {any} */ { name, title, url, limited }, /** @type {number} */ place) => {
    const box = element('input', {
      type: 'checkbox',
      name: 'target',
      value: name,
      ...(place === 0 && { id: 'targets-first' }),
    });
    const was = before.get(name);
    box.disabled = url === null;
    // At first one of each chat: two targets of one server cannot run side by side.
    box.checked = url !== null && (was && !was.away ? was.checked : place < 2);
    const state = url === null ? 'not running' : limited ? 'has rate limits' : '';
    const label = element('label', { class: 'target' }, [box, signOf(name), title]);
    if (state) label.append(' ', element('span', { class: 'target-state' }, [`(${state})`]));
    return { box, label };
  });
  by('targets').replaceChildren(...shown.map((/** @type {any} */ { label }) => label));
  shown.find((/** @type {any} */ { box }) => box.value === focused)?.box.focus();
}

/** @param {'run' | 'state' | 'row'} event @param {any} data */
export function hearOfRun(event, data) {
  model = told(model, event, data);
  const elapsed = event === 'run' ? data.run?.elapsed : event === 'state' ? data.elapsed : null;
  if (typeof elapsed === 'number') zero = performance.now() - elapsed * 1000;
  draw();
}

/** @returns {boolean} */
export const isRunGoing = () => model.run !== null && isGoing(model.run);

/** Looks for targets while the page is open. */
export function beginLoadView() {
  setInterval(showClock, CLOCK_EVERY_MS);
  setInterval(lookForChoices, CHOICES_EVERY_MS);
}
