import { chromium } from '@playwright/test';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const scheme of ['light', 'dark'] as const) {
  const ctx = await browser.newContext({ baseURL: 'http://localhost:4729', colorScheme: scheme });
  const page = await ctx.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()));
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nightbus@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('late-night-radio');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/app');
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/settings');
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/settings-shots/settings-${scheme}-${width}.png`, fullPage: true });
    await page.getByLabel('Bio').fill('A night bus through the city 🌒');
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `/tmp/settings-shots/dirty-${scheme}-${width}.png` });
    await page.getByRole('button', { name: 'View blocked users' }).click();
    await page.getByText('No blocked users').waitFor();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/settings-shots/blocked-${scheme}-${width}.png` });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
  }
}
await browser.close();
