import { launchChromium } from '../../../web/test/browser/chromium.js';

// Takes docs/screenshots/live*.png, or one of them, from a load/live beside infra/up --lecture, on a machine that does nothing else:
//   node load/test/livePage/takePicture.js http://127.0.0.1:4000 [load | minute | lab]
const [url, only] = process.argv.slice(2);
const PLAN = { scenario: 'spike', users: '40', rate: '1', seconds: '30' };
const TARGETS = ['node', 'laravel-workers'];
const LAB = 'Block the loop';
const PATIENCE = { timeout: 120_000 };

/** @typedef {import('playwright-core').Page} Page */

/** Node.js's loop and Laravel's workers in the middle of a spike. @param {Page} page */
async function load(page) {
  await page.waitForSelector('#start:enabled');
  for (const box of await page.locator('input[name=target]').all())
    await box.setChecked(TARGETS.includes(`${await box.getAttribute('value')}`));
  await page.selectOption('#scenario', PLAN.scenario);
  for (const name of /** @type {const} */ (['users', 'rate', 'seconds'])) await page.fill(`#${name}`, PLAN[name]);
  await page.click('#start');
  await page.waitForSelector('#marks li:has-text("calm again")', PATIENCE);
  await page.waitForSelector('#clock:text-matches("^0:2")', PATIENCE);
  await page.fill('#mark', 'one browser closed');
  await page.press('#mark', 'Enter');
  // Some seconds more of the queue.
  await page.waitForSelector('#clock:text-matches("^0:2[5-9]")', PATIENCE);
}

/** Both loops kept busy, then more requests that wait than there are workers. @param {Page} page */
async function minute(page) {
  await page.waitForSelector('.press-buttons button', PATIENCE);
  await page.waitForTimeout(20_000);
  await page.click('.press-buttons >> text=Compute');
  await page.waitForTimeout(10_000);
  await page.check('input[name=where][value=worker]');
  await page.fill('#press-times', '6');
  await page.click('.press-buttons >> text=Wait');
  await page.waitForTimeout(10_000);
}

/** A lab that was predicted wrongly. @param {Page} page */
async function lab(page) {
  await page.click(`.lab-link:has-text("${LAB}")`);
  await page.check('input[name=prediction][value="0"]');
  await page.click('.lab-stage .go');
  await page.waitForSelector('.lab-verdict', PATIENCE);
  await page.waitForTimeout(1000);
}

const PICTURES = {
  load: { take: load, dark: true, file: 'live.png' },
  minute: { take: minute, dark: false, file: 'live-minute.png' },
  lab: { take: lab, dark: false, file: 'live-lab.png' },
};

const browser = await launchChromium();
for (const [view, { take, dark, file }] of Object.entries(PICTURES)) {
  if (only !== undefined && view !== only) continue;
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
  });
  await page.goto(`${url}/#${view === 'lab' ? 'labs' : view}`);
  await take(page);
  await page.screenshot({ path: `docs/screenshots/${file}`, fullPage: true });
  await page.close();
  console.log(file);
}
await browser.close();
