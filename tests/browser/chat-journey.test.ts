import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { registerUser, signInAs } from './register-user.ts';

describeInBrowser('Chat', ({ product, visit }) => {
  const bar = (page: Page) => page.getByRole('complementary', { name: 'Message bar' });
  const menuEntry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Chat/ });

  it('of two is begun on its page, answered in the message bar, and removed from it', async () => {
    const rosa = await registerUser(product(), 'Standard', ['role_recruiter'], 'rosa');
    const omar = await registerUser(product(), 'Standard', ['role_recruiter'], 'omar');
    const [hers, his] = [await visit(), await visit()];
    await signInAs(hers, rosa.email);
    await signInAs(his, omar.email);
    await menuEntry(hers).click();
    await hers.getByRole('button', { name: 'New conversation' }).click();
    await hers.getByRole('searchbox', { name: 'Search colleagues' }).fill('terry');
    const name = (await product().application.records.get(SYSTEM_ACTOR, { module: 'users', id: omar.userId }))['name'] as string;
    await hers.getByRole('checkbox', { name }).first().check();
    await hers.getByRole('button', { name: 'Write', exact: true }).click();
    await hers.getByRole('textbox', { name: `Write to ${name}` }).fill('Is the district open?');
    // The bar of the other must be listening before.
    await menuEntry(his).waitFor();
    await hers.keyboard.press('Enter');
    await hers.getByRole('log').getByText('Is the district open?').waitFor();
    await menuEntry(his).getByText('1', { exact: true }).waitFor();
    const tab = bar(his).getByRole('region');
    await tab.getByRole('button', { name: /1 unread/ }).click();
    await tab.getByRole('log').getByText('Is the district open?').waitFor();
    await expect.poll(() => tab.getByText('1 unread').count()).toBe(0);
    await hers.getByText('Read', { exact: true }).waitFor();
    const text = tab.getByRole('textbox');
    await text.pressSequentially('Un');
    await hers.getByText(/is writing…/).waitFor();
    await text.fill('Until four.');
    await his.keyboard.press('Enter');
    await hers.getByRole('log').getByText('Until four.').waitFor();
    await expect.poll(() => text.inputValue()).toBe('');
    await tab.getByRole('button', { name: /^Remove/ }).click();
    await expect.poll(() => bar(his).count()).toBe(0);
    await his.reload();
    await menuEntry(his).waitFor();
    await hers.getByRole('textbox').fill('Thank you!');
    await hers.keyboard.press('Enter');
    await bar(his)
      .getByRole('button', { name: /1 unread/ })
      .waitFor();
  });

  it('fills a phone: the list, then the conversation, with earlier messages at its top', async () => {
    const { records } = product().application;
    const rosa = await registerUser(product(), 'Standard', ['role_recruiter'], 'ines');
    const omar = await registerUser(product(), 'Standard', ['role_recruiter'], 'juno');
    for (let turn = 1; turn <= 35; turn += 1)
      await records.create(
        { kind: 'user', userId: omar.userId },
        { module: 'musterMessage', fields: { sentTo: rosa.userId, message: `Message ${turn}` } },
      );
    const page = await visit({ width: 375, height: 700, touch: true });
    await signInAs(page, rosa.email);
    await page.goto('/app/chat');
    await page.getByRole('button', { name: /35 unread/ }).click();
    const log = page.getByRole('log');
    await log.getByText('Message 35', { exact: true }).waitFor();
    expect(await page.getByRole('list', { name: 'Conversations' }).count()).toBe(0);
    expect(await log.getByText('Message 5', { exact: true }).count()).toBe(0);
    await log.getByRole('button', { name: 'Show earlier messages' }).click();
    await log.getByText('Message 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All conversations' }).click();
    await expect.poll(() => page.getByText('35 unread').count()).toBe(0);
  });
});
