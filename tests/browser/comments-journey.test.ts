import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { createApiClient } from '../support/api-client.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { signInByApi } from './open-browser.ts';
import { registerUser, signInAs } from './register-user.ts';

describeInBrowser('Comments on a record, and saves of two users', ({ product, visit, enter }) => {
  const make = async (fields: JsonObject): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module: 'leads', fields, allowDuplicates: true })).record._id;
  const read = (id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module: 'leads', id });
  const pane = (page: Page) => page.getByRole('complementary', { name: 'Side pane' });
  const openComments = async (page: Page, id: string) => {
    await page.goto(`/app/leads/${id}`);
    await pane(page)
      .getByRole('tab', { name: /^Comments/ })
      .click();
    return pane(page).getByRole('textbox', { name: 'Write a comment' });
  };

  it('mention a colleague by keyboard, who is notified, answers, and follows the record', async () => {
    const id = await make({ first_name: 'Quinn', last_name: 'Talked' });
    const { email } = await registerUser(product(), 'Standard', ['role_recruiter'], 'rosa');
    const page = await enter();
    const text = await openComments(page, id);
    await text.pressSequentially('Please call @terry');
    await pane(page).getByRole('option', { name: 'Terry Standard' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => text.inputValue()).toBe('Please call @Terry Standard ');
    await page.keyboard.type('today.');
    await page.keyboard.press('Control+Enter');
    await pane(page).getByRole('listitem').getByText('@Terry Standard').waitFor();
    await expect.poll(() => text.inputValue()).toBe('');
    // The author follows the record now.
    await page.getByRole('button', { name: 'Following' }).waitFor();

    const other = await visit();
    await signInAs(other, email);
    await product().application.outbox.drain();
    await other.getByRole('button', { name: /^Notifications, 1 unread/ }).click();
    await other.getByRole('link', { name: /mentioned you in the lead Quinn Talked/ }).click();
    const reply = await openComments(other, id);
    await pane(other).getByText('New', { exact: true }).waitFor();
    await other.getByRole('button', { name: 'Follow', exact: true }).click();
    await other.getByRole('button', { name: 'Following' }).waitFor();
    await reply.fill('Done.');
    await other.keyboard.press('Control+Enter');
    await pane(other).getByRole('listitem').getByText('Done.').waitFor();
    // It appears on the open page of the author, who marks it as resolved.
    await pane(page).getByRole('listitem').getByText('Done.').waitFor();
    await pane(page).getByRole('button', { name: 'Actions of the comment of Terry Standard' }).first().click();
    await page.getByRole('menuitem', { name: 'Mark as resolved' }).click();
    await pane(page).getByText('Resolved', { exact: true }).waitFor();
    await pane(other).getByText('Resolved', { exact: true }).waitFor();
    await product().application.outbox.drain();
    await page.getByRole('button', { name: /^Notifications, 1 unread/ }).waitFor();
  });

  it('are shown that were written while the live connection was not there yet', async () => {
    const id = await make({ first_name: 'Quinn', last_name: 'Waited' });
    const page = await enter();
    let connect: (() => void) | undefined;
    await page.routeWebSocket('**/api/live', (line) => {
      const queued: (string | Buffer)[] = [];
      let server: { send(message: string | Buffer): void } | undefined;
      line.onMessage((message) => void (server === undefined ? queued.push(message) : server.send(message)));
      connect = () => {
        server = line.connectToServer();
        for (const message of queued) server.send(message);
      };
    });
    await openComments(page, id);
    await pane(page).getByText('No comments yet').waitFor();
    const { token } = await signInByApi(product().url);
    const written = await createApiClient(product().url, token).post('/api/record-comments/create', {
      module: 'leads',
      id,
      comment: 'Early.',
    });
    expect(written.status).toBe(201);
    await product().application.outbox.drain();
    await expect.poll(() => connect !== undefined).toBe(true);
    connect?.();
    await pane(page).getByRole('listitem').getByText('Early.').waitFor();
    await page.getByRole('button', { name: 'Following' }).waitFor();
  });

  it('are kept while they are typed, edited and deleted on a phone', async () => {
    const id = await make({ first_name: 'Quinn', last_name: 'Phoned' });
    const page = await enter({ width: 375, height: 740 });
    await page.goto(`/app/leads/${id}`);
    await page.getByRole('tab', { name: /^Comments/ }).click();
    const text = page.getByRole('textbox', { name: 'Write a comment' }).first();
    await text.fill('Typed');
    await page.getByRole('tab', { name: 'Related' }).click();
    await page.getByRole('tab', { name: /^Comments/ }).click();
    await expect.poll(() => text.inputValue()).toBe('Typed');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const item = page.getByRole('listitem').filter({ hasText: 'Typed' });
    await item.getByRole('button', { name: /^Actions of the comment/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await item.getByRole('textbox').fill('Typed again');
    await item.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Typed again').waitFor();
    await page.getByText('(edited)').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await page.getByRole('button', { name: /^Actions of the comment/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No comments yet').waitFor();
  });

  it('merge field by field: a question for what both changed, none for the rest', async () => {
    const id = await make({ first_name: 'Quinn', last_name: 'Shared', next_step: 'Call' });
    const page = await enter();
    // Without live events the form learns of the other save when it is saved.
    await page.routeWebSocket(/./, (socket) => void socket.close());
    const change = (fields: JsonObject) => product().application.records.update(SYSTEM_ACTOR, { module: 'leads', id, fields });
    await page.goto(`/app/leads/${id}/edit`);
    const nextStep = page.getByRole('textbox', { name: 'Next step' });
    await nextStep.fill('Send the offer');
    await change({ first_name: 'Quincy' });
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Also changed by .*First name/).waitFor();
    expect(await read(id)).toMatchObject({ first_name: 'Quincy', next_step: 'Send the offer' });

    await page.goto(`/app/leads/${id}/edit`);
    await nextStep.fill('Wait');
    await change({ next_step: 'Visit', first_name: 'Quinby' });
    await page.keyboard.press('Control+Enter');
    const question = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await question.getByText(/^Also changed by .*First name/).waitFor();
    await question.getByRole('radio', { name: 'Visit' }).check();
    await question.getByRole('button', { name: 'Save with these' }).click();
    await expect.poll(async () => (await read(id)).next_step).toBe('Visit');
    expect(await read(id)).toMatchObject({ first_name: 'Quinby' });
  });
});
