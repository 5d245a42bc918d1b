import { AxeBuilder } from '@axe-core/playwright';
import { expect, joined, logIn, say, sees, test, unused } from './chat.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @param {import('./chat.js').Page} page @param {string} selector */
const overflow = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((node) => node.scrollWidth - node.clientWidth);

test('the page takes title, mark and accent from the server, and letters grow on a projector', async ({
  server,
  enter,
}) => {
  const { title, accent } = server.config;
  const page = await enter({ colorScheme: 'light' });
  await expect(page).toHaveTitle(title);
  await expect(page.locator('#title')).toHaveText(title);
  const outline = await page.locator('.bar .mark path').first().getAttribute('d');
  expect(await page.getAttribute('#icon', 'href')).toContain(encodeURIComponent(String(outline)));
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(accent.light.slice(at, at + 2), 16));
  await expect(page.locator('#composer-send')).toHaveCSS('background-color', `rgb(${r}, ${g}, ${b})`);
  const size = () => page.locator('#log').evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
  const small = await size();
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await size()).toBeGreaterThanOrEqual(small * 1.2);
});

test('the colours follow the system, or the choice that is remembered', async ({ enter }) => {
  const page = await enter({ colorScheme: 'dark' });
  const sheet = page.locator('.conversation');
  await expect(sheet).toHaveCSS('background-color', 'rgb(26, 29, 32)');
  await page.click('#theme');
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.reload();
  await joined(page);
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('on a phone everything is in reach: text field, send, leave, the people in a drawer, and the search', async ({
  enter,
}) => {
  const name = unused();
  const page = await enter({ ...PHONE, name });
  for (const id of ['composer-text', 'composer-send', 'leave', 'people-toggle', 'search-toggle'])
    await expect(page.locator(`#${id}`)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#people-list')).toBeHidden();
  await page.tap('#people-toggle');
  await expect(page.locator('#people-list')).toContainText(name);
  await expect(page.locator('#people-list')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#people-list')).toBeHidden();
  const word = unused();
  const text = `${word} ${'w'.repeat(500)}`;
  await page.fill('#composer-text', text);
  await page.tap('#composer-send');
  await sees(page, text);
  await page.tap('#search-toggle');
  await page.fill('#search-text', word);
  await expect(page.locator('.result')).toHaveCount(1);
  expect(await overflow(page, 'html')).toBeLessThanOrEqual(0);
  expect(await page.locator('#search').boundingBox()).toEqual(await page.locator('.conversation').boundingBox());
});

test('a name of 32 wide characters and a word of 2,000 characters stay inside the page', async ({ enter }) => {
  for (const options of [{}, PHONE]) {
    const tail = unused().replace(/\D/g, '').slice(0, 6);
    const page = await enter({ ...options, name: 'W'.repeat(32 - tail.length) + tail });
    await say(page, `${'m'.repeat(1990)}${tail}`);
    await sees(page, `${'m'.repeat(1990)}${tail}`);
    for (const selector of ['html', '#scroller', '.people-list', '.row.own .text'])
      expect(await overflow(page, selector), selector).toBeLessThanOrEqual(0);
    const right = (/** @type {string} */ id) =>
      page
        .locator(id)
        .first()
        .evaluate((node) => node.getBoundingClientRect().right);
    expect(await right('.row.own .time')).toBeLessThanOrEqual(await right('#scroller'));
  }
});

test('the keyboard alone logs in, talks, mutes and leaves', async ({ newPage }) => {
  const page = await newPage();
  await expect(page.locator('#login-name')).toBeFocused();
  const text = unused();
  await page.keyboard.type(unused());
  await page.keyboard.press('Tab');
  await page.keyboard.type('secret');
  await page.keyboard.press('Enter');
  await expect(page.locator('#login-form')).toHaveAttribute('data-registers');
  await page.keyboard.press('Enter');
  await joined(page);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await sees(page, text);
  /** @param {string} id */
  const tabTo = async (id) => {
    for (let i = 0; i < 20 && (await page.evaluate(() => document.activeElement?.id)) !== id; i++)
      await page.keyboard.press('Tab');
    await expect(page.locator(`#${id}`)).toBeFocused();
  };
  await tabTo('leave');
  await tabTo('mute');
  await page.keyboard.press('Enter');
  await expect(page.locator('#mute')).toHaveAttribute('aria-pressed', 'true');
  await tabTo('leave');
  await page.keyboard.press('Enter');
  await expect(page.locator('#login')).toBeVisible();
});

test('axe has no complaint: login, chat and search, in light, dark and forced colours', async ({ newPage }) => {
  const page = await newPage({ reducedMotion: 'reduce' });
  /** @param {string} where */
  const hasNoFault = async (where) => {
    for (const [media, rules] of /** @type {const} */ ([
      [{ colorScheme: 'light', forcedColors: 'none' }, undefined],
      [{ colorScheme: 'dark', forcedColors: 'none' }, 'color-contrast'],
      [{ colorScheme: 'light', forcedColors: 'active' }, 'color-contrast'],
    ])) {
      await page.emulateMedia(media);
      // Without a page of its own for the end of each look.
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
      expect(found, `${where}, ${JSON.stringify(media)}`).toEqual([]);
    }
  };
  const name = unused();
  await page.fill('#login-name', name);
  await page.click('#login-submit');
  await expect(page.locator('#login-password-error')).not.toBeEmpty();
  await hasNoFault('login');
  await logIn(page, name);
  await say(page, `see https://example.org and \`code\`, @${name}`);
  await expect(page.locator('.row.own[data-id] mark')).toBeVisible();
  await say(page, '\u0007');
  await expect(page.locator('.row.failed')).toBeVisible();
  await page.hover('.row.own[data-id]');
  await page.press('#composer-text', 'ArrowUp');
  await hasNoFault('chat');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('see');
  await expect(page.locator('.result mark').first()).toBeVisible();
  await hasNoFault('search');
});
