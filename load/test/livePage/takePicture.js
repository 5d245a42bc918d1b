import { launchChromium } from '../../../web/test/browser/chromium.js';

// Takes docs/screenshots/live.png from a load/live whose targets are Node.js's loop and Laravel's workers, in the middle of a spike:
//   node load/test/livePage/takePicture.js http://127.0.0.1:4000 [FILE]
const [url, file = 'docs/screenshots/live.png'] = process.argv.slice(2);
const PLAN = { scenario: 'spike', users: '40', rate: '1', seconds: '30' };
const TARGETS = ['node', 'laravel-workers'];

const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
await page.goto(`${url}/#load`);
await page.waitForSelector('#start:enabled');
for (const box of await page.locator('input[name=target]').all())
  await box.setChecked(TARGETS.includes(`${await box.getAttribute('value')}`));
await page.selectOption('#scenario', PLAN.scenario);
for (const name of /** @type {const} */ (['users', 'rate', 'seconds'])) await page.fill(`#${name}`, PLAN[name]);
await page.click('#start');
const patience = { timeout: 120_000 };
await page.waitForSelector('#marks li:has-text("calm again")', patience);
await page.waitForSelector('#clock:text-matches("^0:2")', patience);
await page.fill('#mark', 'one browser closed');
await page.press('#mark', 'Enter');
// Some seconds more of the queue.
await page.waitForSelector('#clock:text-matches("^0:2[5-9]")', patience);
await page.screenshot({ path: file });
await page.waitForSelector('body[data-state=ended]', patience);
await browser.close();
