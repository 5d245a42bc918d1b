import assert from 'node:assert/strict';
import os from 'node:os';
import { after, before, test } from 'node:test';
import { readCourse } from '../../labs/course.js';
import { liveApp } from '../../livePage/server/app.js';
import { Choices } from '../../livePage/server/choices.js';
import { readTarget, TARGET_NAMES } from '../../targets/targets.js';
import { launchChromium } from '../../../web/test/browser/chromium.js';
import { liveStates } from './liveStates.js';
import { SIZES, WIDE_LETTERS } from './sizes.js';
import { rememberDrawnText, textFaults } from './textFaults.js';

const states = liveStates(await readCourse());
const choices = new Choices({ instance: 'of-nobody' }).all(
  TARGET_NAMES.map((name, place) => {
    const url = place === 0 ? 'http://127.0.0.1:3000' : null;
    return { name, title: readTarget(name).title, url, limited: true };
  }),
);
/** @type {Awaited<ReturnType<typeof liveApp>>} */
let live;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  live = await liveApp({ host: '127.0.0.1', token: null, results: os.tmpdir(), instance: 'of-nobody' });
  await live.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchChromium(WIDE_LETTERS);
});
after(async () => {
  await browser?.close();
  await live?.app.close();
});

/** Runs in the page, before its own scripts: what the server tells is what the test says. */
function hearTheTest() {
  class EventsOfTheTest extends EventTarget {
    constructor() {
      super();
      const tell = (/** @type {string} */ event, /** @type {any} */ data) =>
        this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
      Object.assign(window, { tell });
    }
  }
  Object.assign(window, { EventSource: EventsOfTheTest });
}

/** @param {{width: number, height: number}} viewport @param {string} tab */
async function open(viewport, tab) {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(rememberDrawnText);
  await page.addInitScript(hearTheTest);
  await page.route('**/api/choices', (route) => route.fulfill({ json: choices }));
  await page.goto(`${live.guard.address()}#${tab}`);
  if (tab === 'load') await page.waitForSelector('#start:enabled');
  return page;
}

for (const viewport of SIZES) {
  for (const tab of new Set(states.map((state) => state.tab))) {
    const { width, height } = viewport;
    test(`no text of the live page's tab ${tab} overlaps another or is cut at ${width} x ${height}`, async () => {
      const page = await open(viewport, tab);
      const found = [];
      for (const { what, told } of states.filter((state) => state.tab === tab)) {
        await page.evaluate(async (events) => {
          for (const [event, data] of events) /** @type {any} */ (window).tell(event, data);
          // What is told is drawn in the next frame, and once more where its labels need other room.
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        }, told);
        const faults = await page.evaluate(textFaults, { within: 'body', oneScreen: false });
        found.push(...faults.map((fault) => `${what}: ${fault}`));
      }
      assert.deepEqual(found, []);
      await page.close();
    });
  }
}
