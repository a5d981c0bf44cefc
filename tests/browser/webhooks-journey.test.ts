import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { signatureOf, startReceiver, type ReceivedMessage, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { findSmallTargets, findHorizontalOverflow } from './layout-checks.ts';

describeInBrowser('Webhooks', ({ product, enter }) => {
  let receiver: WebhookReceiver;
  beforeAll(async () => void (receiver = await startReceiver()));
  afterAll(() => receiver.stop());

  it('are created by an admin, shown their secret once, tested, monitored, resent, changed on a phone and deleted', async () => {
    const page = await enter();
    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText('Give it a name.').waitFor();
    await form.getByText('Where do the messages go?').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('Payroll');
    const address = form.getByRole('textbox', { name: 'Address' });
    await address.fill('https://10.0.0.7/hook');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText('This address cannot be called: its host is not on the public Internet.').waitFor();
    await address.fill(`${receiver.url}/payroll`);
    await form.getByRole('combobox', { name: 'Modules' }).click();
    await page.getByRole('option', { name: 'Tasks', exact: true }).click();
    await page.keyboard.press('Tab');
    await form.getByRole('button', { name: 'Set conditions' }).click();
    const builder = page.getByRole('dialog', { name: /conditions|filter/i }).last();
    await builder.getByRole('textbox').last().fill('Call the payroll');
    await builder.getByRole('button', { name: 'Apply' }).click();
    await form.getByText('Only those that match your conditions').waitFor();
    // A lost response creates no second webhook.
    await page.route(
      '**/api/webhooks',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByRole('alert').waitFor();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const made = page.getByRole('dialog', { name: 'Signing secret' });
    const secret = await made.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(await findAccessibilityViolations(page, 'a secret that was made')).toEqual([]);
    await made.getByRole('button', { name: 'Done' }).click();
    expect(await page.getByRole('link', { name: 'Payroll' }).count()).toBe(1);

    await page.getByRole('link', { name: 'Payroll' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/The test was delivered: 204/).waitFor();
    expect(receiver.at('/payroll')[0]?.headers['webhook-signature']).toBe(
      signatureOf(receiver.at('/payroll')[0] as ReceivedMessage, secret),
    );
    receiver.respondWith('/payroll', 500);
    for (const subject of ['Call the payroll', 'Something else'])
      await product().application.records.create(SYSTEM_ACTOR, { module: 'tasks', fields: { subject } });
    await product().application.outbox.drain();
    await expect.poll(() => receiver.at('/payroll').length).toBeGreaterThanOrEqual(2);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(/Nothing was delivered since/).waitFor();
    await page
      .getByRole('button', { name: /^Open delivery of/ })
      .filter({ hasText: 'tasks.created' })
      .click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('the receiver responded with 500').first().waitFor();
    await delivery.getByText('"type": "tasks.created"').waitFor();
    expect(await findAccessibilityViolations(page, 'a delivery')).toEqual([]);
    receiver.respondWith('/payroll', 204);
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await page
      .getByRole('button', { name: /^Open delivery of/ })
      .filter({ hasText: 'Delivered' })
      .filter({ hasText: 'tasks.created' })
      .waitFor();
    expect(
      receiver
        .at('/payroll')
        .filter(({ body }) => body.type === 'tasks.created')
        .map(({ headers }) => headers['webhook-id']),
    ).toHaveLength(new Set(receiver.at('/payroll')).size - 1);

    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByText('Nothing was delivered since').waitFor({ state: 'detached' });
    expect([
      ...(await findHorizontalOverflow(page, 'a webhook')),
      ...(await findSmallTargets(page, 'a webhook')),
      ...(await findAccessibilityViolations(page, 'a webhook')),
    ]).toEqual([]);
    await page.getByRole('link', { name: 'All webhooks' }).click();
    await page.getByRole('button', { name: 'Actions for Payroll' }).waitFor();
    expect([
      ...(await findHorizontalOverflow(page, 'webhooks')),
      ...(await findSmallTargets(page, 'webhooks')),
      ...(await findAccessibilityViolations(page, 'webhooks')),
    ]).toEqual([]);
    await page.getByRole('button', { name: 'Actions for Payroll' }).click();
    await page.getByRole('menuitem', { name: 'Switch off' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Payroll' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog', { name: 'Delete Payroll?' }).getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });
});
