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

test('the page comes with a Content-Security-Policy that allows nothing inline and no other host', async () => {
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.match(policy, /style-src 'self'(;|$)/);
  assert.doesNotMatch(policy, /unsafe|\*/);
});

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

/**
 * WCAG contrast of an element's text with its own background, or that of the nearest ancestor that has one.
 * @param {import('playwright-core').Page} page @param {string} selector @returns {Promise<number>}
 */
const contrast = (page, selector) =>
  page.$eval(selector, (node) => {
    // A canvas turns every notation, color-mix() too, into bytes.
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    /** @param {string} colour */
    const bytes = (colour) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data];
    };
    /** @param {string} colour */
    const luminance = (colour) => {
      const [r, g, b] = bytes(colour).map((byte) =>
        byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let ground = /** @type {Element | null} */ (node);
    while (ground && bytes(getComputedStyle(ground).backgroundColor)[3] < 255) ground = ground.parentElement;
    if (!ground) throw new Error('nothing opaque behind it');
    const [low, high] = [getComputedStyle(node).color, getComputedStyle(ground).backgroundColor]
      .map(luminance)
      .sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`what the server's accent colours can be read, ${colorScheme}`, async () => {
    const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForSelector('#login:not([hidden])');
    /** @param {string} selector @param {number} least */
    const reaches = async (selector, least) => {
      await until(async () => (await contrast(page, selector)) >= least, `${selector} with a contrast of ${least}`);
    };
    await reaches('#login-submit', 4.5);
    await page.hover('#login-submit');
    assert.ok(await page.$eval('#login-submit', (node) => node.matches(':hover')));
    await reaches('#login-submit', 4.5);
    await logIn(page, unusedName());
    await say(page, 'in my colour');
    await sees(page, 'in my colour');
    await reaches('.row.own .name', 4.5);
    await page.fill('#composer-text', 'x');
    // An icon, no text.
    await reaches('#composer-send', 3);
  });
}

test('the bars of a phone follow the system, or the choice', async () => {
  const page = await browser.enter(undefined, { colorScheme: 'dark' });
  const bars = () =>
    page.$$eval('meta[name=theme-color]', (metas) => metas.map((meta) => meta.getAttribute('content')));
  const [light, dark] = await bars();
  assert.notEqual(light, dark);
  await page.click('#theme');
  assert.deepEqual(await bars(), [light, light], 'light was chosen');
  await page.click('#theme');
  assert.deepEqual(await bars(), [dark, dark], 'dark was chosen');
  await page.click('#theme');
  assert.deepEqual(await bars(), [light, dark], 'as the system again');
});

test('the text field is described by how much of a message is left, where that is little', async () => {
  const page = await browser.enter();
  const { limits } = await (await fetch(`${url}/config`)).json();
  const described = () =>
    page.$eval('#composer-text', (node) =>
      (node.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
  await page.fill('#composer-text', 'x'.repeat(limits.textMax - 12));
  assert.match(await described(), /12 left/);
  await page.fill('#composer-text', 'x');
  assert.doesNotMatch(await described(), /left/);
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

test('a tap beside the drawer closes it, and does nothing to what lies below', async () => {
  const page = await browser.enter(undefined, PHONE);
  for (const id of ['composer-text', 'title']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box);
    await page.tap('#people-toggle');
    // The drawer leaves 70 px of the page at its left.
    await page.touchscreen.tap(box.x + 8, box.y + box.height / 2);
    await until(async () => !(await page.isVisible('#people-list')), 'the drawer closed');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'people-toggle');
  }
  await page.tap('#composer-text');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'composer-text', 'the page is in reach again');
});

test('the open drawer keeps the focus, as a dialog does', async () => {
  const page = await browser.enter(undefined, PHONE);
  await page.tap('#people-toggle');
  assert.equal(await page.getByRole('dialog', { name: 'Online' }).count(), 1);
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press(i < 4 ? 'Tab' : 'Shift+Tab');
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('#people'),
    );
    assert.equal(outside, false, await page.evaluate(() => document.activeElement?.id));
  }
  await page.setViewportSize({ width: 844, height: 390 });
  await until(async () => (await page.getByRole('dialog').count()) === 0, 'a column again');
  await page.click('#composer-text');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'composer-text');
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

test('a screen reader finds a log, statuses, alerts and a name for each control', async () => {
  const page = await browser.enter();
  assert.equal(await page.locator('[role=log]').count(), 1);
  assert.ok((await page.locator('[role=status]').count()) >= 2);
  assert.ok((await page.locator('[role=alert]').count()) >= 3);
  assert.equal(await page.getByRole('textbox', { name: 'Message', exact: true }).count(), 1);
  for (const name of ['Send', 'Leave', 'Mute sounds'])
    assert.equal(await page.getByRole('button', { name }).count(), 1, name);
  await page.click('#leave');
  for (const label of ['Login', 'Password'])
    assert.equal(await page.getByLabel(label, { exact: true }).count(), 1, label);
});

test('each message is an article that names its author, to those who hear it and to those who copy it', async () => {
  const name = unusedName('author');
  const ann = await browser.enter(name);
  const mark = unusedName('heard');
  for (const word of ['one', 'two']) {
    await say(ann, `${mark} ${word}`);
    await sees(ann, `${mark} ${word}`);
  }
  const articles = ann.getByRole('article').filter({ hasText: mark });
  assert.equal(await articles.count(), 2);
  for (const text of await articles.allInnerTexts()) assert.ok(text.includes(name), text);
});

test('a text from right to left stands below its name', async () => {
  const ann = await browser.enter();
  await say(ann, 'שלום לכולם');
  await sees(ann, 'שלום לכולם');
  const row = ann.locator('.row[data-id]', { hasText: 'שלום לכולם' }).last();
  const left = (/** @type {string} */ part) =>
    row.locator(part).evaluate((element) => element.getBoundingClientRect().left);
  assert.ok(Math.abs((await left('.text')) - (await left('.by'))) <= 3);
  const width = await row.locator('.text').evaluate((element) => element.getBoundingClientRect().width);
  assert.ok(width < 200, `${width} px wide, so its text is at the other side`);
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

test('on a phone no field has letters under 16 px, for which iOS would zoom in', async () => {
  const page = await browser.enter(undefined, PHONE);
  const sizes = await page.$$eval('#chat input, #chat textarea', (fields) =>
    fields.map((field) => [field.className, parseFloat(getComputedStyle(field).fontSize)]),
  );
  assert.equal(sizes.length, 2);
  for (const [field, size] of sizes) assert.ok(Number(size) >= 16, `${field}: ${size} px`);
});
