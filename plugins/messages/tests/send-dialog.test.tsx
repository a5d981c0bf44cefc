import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { TemplatePreview } from '../shared/message.ts';
import { SendDialog } from '../ui/send-dialog.tsx';

const module = fixtureModule({ name: 'leads', fields: [] });
const PREVIEW: TemplatePreview = { subject: '', text: '', html: null, missing: [], to: 'mei@people.test', refusal: null };

/** Opens the dialog; `preview` is what the server says of the record, `senders` what the user can choose. Returns what was sent. */
async function open(
  preview: TemplatePreview,
  senders: readonly object[] = [{ account: null, address: '' }],
): Promise<readonly { readonly url: string; readonly body: object }[]> {
  const sent: { readonly url: string; readonly body: object }[] = [];
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    sent.push({ url, body: JSON.parse(body) as object });
    if (url.includes('/preview')) return Promise.resolve(Response.json(preview));
    if (url.includes('/senders')) return Promise.resolve(Response.json({ data: senders }));
    if (url.includes('/search')) return Promise.resolve(Response.json({ data: [], total: 0 }));
    return Promise.resolve(Response.json({ _id: 'm1', status: 'Queued' }, { status: 202 }));
  });
  const record = { _id: 'l1', _version: 1, name: 'Mei Tanaka' };
  await act(async () =>
    render(
      <KitProvider>
        <SendDialog module={module} record={record} reload={() => undefined} close={() => undefined} />
      </KitProvider>,
    ),
  );
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The dialog that sends e-mail', () => {
  it('sends a text to the address of the record', async () => {
    const sent = await open(PREVIEW);
    expect(await screen.findByText('mei@people.test')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    const button = screen.getByRole('button', { name: 'Send e-mail' });
    expect(button).toHaveProperty('disabled', true);
    await act(async () => fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'News' } }));
    await act(async () => fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello' } }));
    expect(button).toHaveProperty('disabled', false);
    await act(async () => fireEvent.click(button));
    expect(sent.at(-1)).toEqual({
      url: expect.stringContaining('/api/messages/send-custom-email'),
      body: { to: 'mei@people.test', subject: 'News', message: 'Hello', module: 'leads', record: 'l1' },
    });
  });

  it('sends over a mail account of the user', async () => {
    const sent = await open(PREVIEW, [{ account: 'a1', address: 'ann@mail.test' }]);
    expect(screen.getByLabelText('From', { selector: 'input' })).toHaveProperty('value', 'ann@mail.test');
    await act(async () => fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'News' } }));
    await act(async () => fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello' } }));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send e-mail' })));
    expect(sent.at(-1)?.body).toMatchObject({ to: 'mei@people.test', account: 'a1' });
  });

  it('says why nothing can be sent', async () => {
    await open({ ...PREVIEW, refusal: 'mei@people.test has opted out.' });
    expect(await screen.findByText('Not sent: mei@people.test has opted out.')).toBeDefined();
    await act(async () => fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'News' } }));
    await act(async () => fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello' } }));
    expect(screen.getByRole('button', { name: 'Send e-mail' })).toHaveProperty('disabled', true);
  });
});
