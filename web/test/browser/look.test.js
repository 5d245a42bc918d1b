import { AxeBuilder } from '@axe-core/playwright';
import { DESKTOP, expect, logIn, say, sees, test, unused } from './chat.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('the page has the server’s title, mark and accent, grows on a projector, and follows the system’s colours', async ({
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
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('.conversation')).toHaveCSS('background-color', 'rgb(26, 29, 32)');
});

test('phone and desktop show all controls; a name of 32 wide characters and a word of 2,000 stay inside', async ({
  enter,
}) => {
  const tail = unused().replace(/\D/g, '').slice(0, 6).padEnd(6, '0');
  const name = 'W'.repeat(26) + tail;
  const page = await enter({ ...PHONE, name });
  for (const id of ['composer-text', 'composer-send', 'leave', 'people-toggle', 'search-toggle'])
    await expect(page.locator(`#${id}`)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#people-list')).toBeHidden();
  await page.tap('#people-toggle');
  await expect(page.locator('#people-list')).toContainText(name);
  await expect(page.locator('.people-close')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#people-list')).toBeHidden();
  // A turned phone is wide enough for the column, and the open drawer covers nothing else.
  await page.tap('#people-toggle');
  await page.setViewportSize({ width: 844, height: 390 });
  await page.tap('#composer-text');
  await page.setViewportSize(PHONE.viewport);
  await expect(page.locator('#people-list')).toBeHidden();
  const text = `${tail}${'m'.repeat(1990)}`;
  await page.fill('#composer-text', text);
  await page.tap('#composer-send');
  await sees(page, text);
  for (const viewport of [PHONE.viewport, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const selector of ['html', '#scroller', '.people-list', '.row.own .text']) {
      const box = page.locator(selector).first();
      expect(await box.evaluate((node) => node.scrollWidth - node.clientWidth), selector).toBeLessThanOrEqual(0);
    }
    const right = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => node.getBoundingClientRect().right);
    expect(await right('.row.own .time')).toBeLessThanOrEqual(await right('#scroller'));
  }
});

test('axe finds no fault in login, chat and search, in light and dark', async ({ newPage }) => {
  // A few messages are enough: each row costs axe time.
  const page = await newPage({ reducedMotion: 'reduce' }, (one) =>
    one.route('**/messages?limit=*', async (route) => {
      const response = await route.fetch();
      const { messages } = await response.json();
      await route.fulfill({ response, json: { messages: messages?.slice(-3), more: false } });
    }),
  );
  const hasNoFault = async (where) => {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      // In legacy mode axe opens no extra page for each check.
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
        `${where}, ${colorScheme}`,
      ).toEqual([]);
    }
  };
  const name = unused();
  await page.fill('#login-name', name);
  await page.click('#login-submit');
  await expect(page.locator('#login-password-error')).not.toBeEmpty();
  await hasNoFault('login');
  await logIn(page, name);
  await say(page, `see https://example.org and \`code\``);
  await expect(page.locator('.row.own[data-id] code')).toBeVisible();
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
