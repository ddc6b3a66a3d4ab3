import { AxeBuilder } from '@axe-core/playwright';
import { expect, record, test } from './people.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen in the ${colorScheme} theme`, async ({ join, visit }) => {
    const visitor = await visit();
    await visitor.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await visitor.goto('/auth');
    await expect(visitor.getByLabel('Email')).toBeVisible();
    expect.soft((await new AxeBuilder({ page: visitor }).analyze()).violations).toEqual([]);

    const { page } = await join('ada');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const check = async () => {
      expect.soft((await new AxeBuilder({ page }).analyze()).violations, page.url()).toEqual([]);
    };

    await page.goto('/record');
    await record(page, 1);
    await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
    await expect(page.getByRole('button', { name: 'Post Voice Drop' })).toBeVisible();
    await check();
    await page.getByRole('button', { name: 'Post Voice Drop' }).click();
    await page.waitForURL('**/profile');
    await expect(page.getByRole('article')).toBeVisible();
    await check();

    await page.goto('/app');
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
    await check();

    for (const path of ['/settings', '/messages', '/trending', '/no-such/page']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check();
    }
  });
}
