import { expect, joined, logIn, say, sees, test, unused } from './chat.js';

test('a second press registers an unknown login; a wrong password is reported at its field', async ({
  newPage,
  server,
}) => {
  const page = await newPage();
  const password = page.locator('#login-password');
  const name = unused().slice(0, 20);
  await page.fill('#login-name', `${name}-mistyped`);
  await password.fill('secret');
  await password.press('Enter');
  await expect(page.locator('#login-registering')).toHaveText(`New here: this registers ${name}-mistyped.`);
  await page.fill('#login-name', (await server.person(name)).login);
  await expect(page.locator('#login-registering')).toBeEmpty();
  await page.click('#login-submit');
  await expect(page.locator('#login-password-error')).toContainText('does not match');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await expect(page.locator('#chat')).toBeHidden();
  await logIn(page, name);
  await expect(page.locator('#whoami')).toHaveText(name);
  await expect(page.locator('#composer-text')).toBeFocused();
  const json = { login: `${name}-mistyped`, password: 'secret', register: false };
  expect((await server.call('POST', '/login', { json })).status).toBe(404);
});

test('a user registers, writes, mutes and leaves by the keyboard; the tab’s next user sees nothing of it', async ({
  newPage,
}) => {
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
  const tabTo = async (id) => {
    for (let i = 0; i < 20 && (await page.evaluate(() => document.activeElement?.id)) !== id; i++)
      await page.keyboard.press('Tab');
    await expect(page.locator(`#${id}`)).toBeFocused();
  };
  await tabTo('leave');
  await tabTo('mute');
  await page.keyboard.press('Enter');
  await expect(page.locator('#mute')).toHaveAttribute('aria-pressed', 'true');
  await page.fill('#composer-text', 'a secret draft');
  const box = await page.locator('#leave').boundingBox();
  expect([box?.x > 1280 * 0.8, box?.y > 800 * 0.85], 'at the bottom right').toEqual([true, true]);
  await tabTo('leave');
  await page.keyboard.press('Enter');
  await expect(page.locator('#login')).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/me')).status)).toBe(401);
  await logIn(page, unused());
  await expect(page.locator('#composer-text')).toHaveValue('');
});

test('a chat with a join code asks for it with the password, and a link may bring it', async ({ newPage, server }) => {
  const page = await newPage({}, async (one) => {
    const config = { ...server.config, features: [...server.config.features, 'joinCode'] };
    await one.route('**/config', (route) => route.fulfill({ json: config }));
    await one.route('**/login', (route) => {
      if (route.request().postDataJSON().joinCode === 'tafel7') return route.continue();
      const error = { code: 'wrong_join_code', message: 'Not the code.', field: 'joinCode' };
      return route.fulfill({ status: 403, json: { error } });
    });
  });
  await page.fill('#login-name', unused());
  await page.fill('#login-password', 'secret');
  await page.click('#login-submit');
  await expect(page.locator('#login-code-error')).toHaveText('Not the code.');
  await page.goto('/#join=tafel7');
  await page.reload();
  await expect(page.locator('#login-code')).toHaveValue('tafel7');
  await logIn(page, unused());
  await say(page, 'in');
});
