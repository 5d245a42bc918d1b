import { confirmRegistering } from '../browser/browser.js';
import { launchChromium } from '../browser/chromium.js';
import { gatherCrowd } from './crowd.js';

// How smooth the page stays in traffic. The server must run without rate limits (CHAT_LIMITS=off):
//   node web/test/traffic/measure.js URL [USERS=1000] [RATE=200] [SECONDS=15] [PICTURE.png]
const [url, users = '1000', rate = '200', seconds = '15', picture] = process.argv.slice(2);
const LONG = 'A message as long as one may be. '.repeat(61).slice(0, 2000);
const HISTORY = 10_000;

const browser = await launchChromium();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.addInitScript(watch);
const page = await context.newPage();
const devtools = await context.newCDPSession(page);
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });

/** CPU time of the page's main thread so far, in ms: of all figures the one that a busy machine changes least. */
async function cpu() {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

/** Runs in the page: counts long tasks (over 50 ms, what a reader feels), the gaps between frames, and slow reactions to keys. */
function watch() {
  const seen = { long: [], gaps: [], keys: [], last: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map((entry) => entry.duration))).observe({
    type: 'longtask',
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') seen.keys.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  const frame = (now) => {
    if (seen.last) seen.gaps.push(now - seen.last);
    seen.last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** @param {string} what @param {() => Promise<unknown>} doing */
async function measure(what, doing) {
  await page.evaluate(() => Object.assign(window.seen, { long: [], gaps: [], keys: [], last: 0 }));
  const began = await cpu();
  await doing();
  const spent = Math.round((await cpu()) - began);
  const result = await page.evaluate(() => {
    const sorted = [...window.seen.gaps].sort((a, b) => a - b);
    const at = (share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      frames: sorted.length,
      'frame p50 ms': at(0.5),
      'p95 ms': at(0.95),
      'p99 ms': at(0.99),
      'long tasks': window.seen.long.length,
      'longest ms': Math.round(Math.max(0, ...window.seen.long)),
      'slowest key ms': Math.max(0, ...window.seen.keys),
      rows: document.querySelectorAll('.row').length,
      'last id': Number([...document.querySelectorAll('.row[data-id]')].at(-1)?.dataset.id),
      'heap MB': Math.round(performance.memory.usedJSHeapSize / 1e6),
    };
  });
  table[what] = { ...result, 'CPU ms': spent };
}

/** @type {Record<string, object>} */
const table = {};
const crowd = await gatherCrowd(url, Number(users));
await page.goto(url);
await page.fill('#login-name', `reader ${Date.now()}`);
await page.fill('#login-password', 'secret');
await page.press('#login-password', 'Enter');
await confirmRegistering(page);
await page.waitForSelector('#chat[data-connection="joined"]');
await page.waitForTimeout(1000);
const text = (n) => (n % 97 === 0 ? LONG : `message ${n}, ${'with some words '.repeat(n % 7)}`);

const known = await page.evaluate(async () => (await (await fetch('/messages?limit=1')).json()).messages[0]?.id ?? 0);
if (known < HISTORY)
  await measure('2,000/s until 10,000', () => crowd.talk(2000, Math.ceil((HISTORY - known) / 2000), text));
await page.waitForTimeout(2000);
await measure(`${rate}/s, at the newest`, () => crowd.talk(Number(rate), Number(seconds), text));
if (picture) await page.screenshot({ path: picture });
await measure(`${rate}/s, while typing`, async () => {
  const talk = crowd.talk(Number(rate), Number(seconds), text);
  await page.focus('#composer-text');
  for (let i = 0; i < Number(seconds) * 5; i++) {
    await page.keyboard.type('a');
    await page.waitForTimeout(150);
  }
  await talk;
});
await measure(`${rate}/s, reading back`, async () => {
  const talk = crowd.talk(Number(rate), Number(seconds), text);
  await page.hover('#scroller');
  for (let i = 0; i < Number(seconds) * 4; i++) {
    await page.mouse.wheel(0, -400);
    await page.waitForTimeout(200);
  }
  await talk;
});
await measure('10,000 of history, scrolled up', async () => {
  for (let i = 0; i < 100; i++) {
    await page.mouse.wheel(0, -2000);
    await page.waitForTimeout(60);
  }
});
await measure('back to the newest', async () => {
  await page.click('#pill');
  await page.waitForTimeout(1000);
});
await measure(`presence of ${users} who leave`, async () => {
  crowd.leave();
  await page.waitForTimeout(6000);
});
console.table(table);
console.log(
  `online: ${await page.textContent('#people-count')}, dropped: ${await page.locator('#chat[data-connection="lost"]').count()}`,
);
await browser.close();
process.exit(0);
