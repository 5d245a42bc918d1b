import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, test } from 'node:test';
import { logIn, openBrowser, say, sees, unusedName, until, url } from './browser.js';

/** @type {import('./browser.js').Browser} */
let browser;
before(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.leave());
after(() => browser.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('the page takes title and accent from the server', async () => {
  const config = await (await fetch(`${url}/config`)).json();
  const page = await browser.enter(undefined, { colorScheme: 'light' });
  assert.equal(await page.title(), config.title);
  assert.equal(await page.textContent('#title'), config.title);
  const outline = await page.getAttribute('.bar .mark path', 'd');
  assert.ok(outline && (await page.getAttribute('#icon', 'href'))?.includes(encodeURIComponent(outline)));
  const size = () => page.$eval('#log', (node) => parseFloat(getComputedStyle(node).fontSize));
  const small = await size();
  await page.setViewportSize({ width: 1920, height: 1080 });
  assert.ok((await size()) >= small * 1.2, 'text grows on a projector');
  await page.setViewportSize({ width: 1280, height: 800 });
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(config.accent.light.slice(at, at + 2), 16));
  await page.fill('#composer-text', 'x');
  assert.equal(
    await page.$eval('#composer-send', (node) => getComputedStyle(node).backgroundColor),
    `rgb(${r}, ${g}, ${b})`,
  );
});

test('the colours follow the system, or the choice that is remembered', async () => {
  const page = await browser.enter(undefined, { colorScheme: 'dark' });
  const lightness = () =>
    page.$eval('.conversation', (node) => {
      const [r, g, b] = (getComputedStyle(node).backgroundColor.match(/\d+/g) ?? []).map(Number);
      return (r + g + b) / 3;
    });
  assert.ok((await lightness()) < 60);
  await page.click('#theme');
  assert.ok((await lightness()) > 200);
  await page.reload();
  await page.waitForSelector('#chat:not([hidden])');
  assert.ok((await lightness()) > 200);
});

test('on a phone everything is in reach: text field, send, leave, and the people in a drawer', async () => {
  const name = unusedName('phone');
  const page = await browser.enter(name, PHONE);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} px wide`);
  for (const id of ['composer-text', 'composer-send', 'leave', 'people-toggle']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(
      box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844,
      `${id} is out of sight`,
    );
  }
  assert.equal(await page.isVisible('#people-list'), false);
  await page.tap('#people-toggle');
  await until(
    async () => (await page.locator('.person-name', { hasText: name }).count()) === 1,
    'oneself in the drawer',
  );
  assert.equal(await page.isVisible('#people-list'), true);
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#people-list'), false);
  await page.fill('#composer-text', 'from a phone');
  await page.tap('#composer-send');
  await sees(page, 'from a phone');
});

test('a name of 32 wide characters and a word of 2,000 characters stay inside the page', async () => {
  for (const options of [{}, PHONE]) {
    const tail = String(Date.now()).slice(-6);
    const page = await browser.enter('W'.repeat(26) + tail, options);
    await say(page, `${'m'.repeat(1990)}${tail}`);
    await sees(page, `${'m'.repeat(1990)}${tail}`);
    for (const selector of ['html', '#scroller', '.people-list', '.row.own .text']) {
      const over = await page.$eval(selector, (node) => node.scrollWidth - node.clientWidth);
      assert.ok(over <= 0, `${selector} is ${over} px too wide`);
    }
    const edge = await page.$eval('#scroller', (node) => node.getBoundingClientRect().right);
    const time = await page.$eval('.row.own .time', (node) => node.getBoundingClientRect().right);
    assert.ok(time <= edge, 'the time beside a wide name is out of sight');
  }
});

test('the keyboard alone logs in, talks, mutes and leaves', async () => {
  const page = await browser.newPage();
  await page.waitForSelector('#login:not([hidden])');
  const text = unusedName('keys');
  await page.keyboard.type(unusedName());
  await page.keyboard.press('Tab');
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#login-form[data-registers]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#chat[data-connection="joined"]');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await sees(page, text);
  /** @param {string} id */
  const tabTo = async (id) => {
    for (let i = 0; i < 20 && (await page.evaluate(() => document.activeElement?.id)) !== id; i++)
      await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.id), id);
  };
  await tabTo('leave');
  await tabTo('mute');
  await page.keyboard.press('Enter');
  assert.equal(await page.getAttribute('#mute', 'aria-pressed'), 'true');
  await tabTo('leave');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#login:not([hidden])');
});

test('axe has no complaint: login, chat and search, in light, dark and forced colours', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  /** @param {string} where */
  const complaints = async (where) => {
    for (const media of /** @type {const} */ ([
      { colorScheme: 'light', forcedColors: 'none' },
      { colorScheme: 'dark', forcedColors: 'none' },
      { colorScheme: 'light', forcedColors: 'active' },
    ])) {
      await page.emulateMedia(media);
      const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
      const found = violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes[0].html}`);
      assert.deepEqual(found, [], `${where}, ${JSON.stringify(media)}`);
    }
  };
  await page.evaluate(axe);
  const name = unusedName('axe');
  await page.fill('#login-name', name);
  await page.click('#login-submit');
  await until(() => page.textContent('#login-password-error'), 'an error to look at');
  await complaints('login');
  await logIn(page, name);
  const text = `see https://example.org and \`code\`, @${name}`;
  await say(page, text);
  await page.locator('.row.own[data-id] mark').waitFor();
  await page.hover('.row.own[data-id]');
  await page.press('#composer-text', 'ArrowUp');
  await complaints('an edit');
  await page.keyboard.press('Escape');
  await say(page, '\u0007');
  await page.waitForSelector('.row.failed');
  await complaints('chat');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('see');
  await page.waitForSelector('.result mark');
  await complaints('search');
});
