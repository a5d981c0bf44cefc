import { it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';

describeInBrowser('Rows of a grid', ({ product, enter }) => {
  it('are selected by Space one after the other, however fast', async () => {
    const page = await enter();
    for (let round = 0; round < 5; round += 1) {
      await page.goto('/app/leads?view=all');
      await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
      await page.keyboard.press('j');
      for (let row = 0; row < 8; row += 1) {
        await page.keyboard.press('Space');
        await page.keyboard.press('ArrowDown');
      }
      await page.getByRole('button', { name: '8 selected' }).waitFor();
    }
  });

  it('are selected by Space while the list reloads', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    await page.keyboard.press('j');
    // On a busy machine the table fires its events late.
    await page.evaluate(() => {
      const later = globalThis.setTimeout.bind(globalThis);
      globalThis.setTimeout = ((run: () => void, wait?: number) =>
        later(run, wait === undefined || wait === 0 ? 1500 : wait)) as typeof setTimeout;
    });
    const { records } = product().application;
    const {
      data: [nina],
    } = await records.find(SYSTEM_ACTOR, { module: 'leads', filter: { name: 'Nina Abbott' }, limit: 1 });
    await records.update(SYSTEM_ACTOR, { module: 'leads', id: nina?._id ?? '', fields: { next_step: 'Read anew' } });
    await page.getByText('Read anew').waitFor();
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await page.getByRole('button', { name: '2 selected' }).waitFor();
  });
});
