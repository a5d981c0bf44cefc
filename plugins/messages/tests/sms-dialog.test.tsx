import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { SmsPreview } from '../shared/sms.ts';
import { SmsDialog } from '../ui/sms-dialog.tsx';

const module = fixtureModule({ name: 'leads', fields: [] });
const PREVIEW: SmsPreview = {
  to: '4045550142',
  from: '2125550100',
  signature: 'Ann, Muster',
  refusal: null,
  sendAfter: '2026-07-01T12:00:00.000Z',
  isDeferred: false,
};

/** Opens the dialog; `preview` is what the server says of the record. Returns what was sent. */
async function open(preview: SmsPreview): Promise<readonly { readonly url: string; readonly body: object }[]> {
  const sent: { readonly url: string; readonly body: object }[] = [];
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    sent.push({ url, body: JSON.parse(body) as object });
    if (url.includes('/api/sms/preview')) return Promise.resolve(Response.json(preview));
    if (url.includes('/api/templates/preview')) return Promise.resolve(Response.json({ text: 'Hi Mei, call me', missing: [] }));
    if (url.includes('/search')) return Promise.resolve(Response.json({ data: [{ _id: 't1', name: 'Call me' }], total: 1 }));
    return Promise.resolve(Response.json({ _id: 's1', status: 'Queued' }, { status: 202 }));
  });
  await act(async () =>
    render(
      <KitProvider>
        <SmsDialog
          module={module}
          record={{ _id: 'l1', _version: 1, name: 'Mei Tanaka' }}
          reload={() => undefined}
          close={() => undefined}
        />
      </KitProvider>,
    ),
  );
  return sent;
}

const write = (value: string) => act(async () => fireEvent.change(screen.getByLabelText('Message'), { target: { value } }));
const button = () => screen.getByRole('button', { name: 'Send text message' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The dialog that sends a text message', () => {
  it('counts the parts of text and signature while they are typed, and sends the text', async () => {
    const sent = await open(PREVIEW);
    expect(await screen.findByText('404-555-0142')).toBeDefined();
    await write('Hello');
    expect(screen.getByText(/^17 characters with the signature, 1 of 10 parts, 143 left/)).toBeDefined();
    await write('a'.repeat(149));
    expect(screen.getByText(/^161 characters with the signature, 2 of 10 parts, 145 left/)).toBeDefined();
    await write('’'.repeat(671));
    expect(screen.getByText(/^Too long/)).toBeDefined();
    expect(button()).toHaveProperty('disabled', true);
    await write('Hello');
    await act(async () => fireEvent.click(button()));
    expect(sent.at(-1)).toEqual({
      url: expect.stringContaining('/api/sms/send-sms'),
      body: { to: '4045550142', message: 'Hello', module: 'leads', record: 'l1' },
    });
  });

  it('opens without the list of its templates, and fills the text from one', async () => {
    await open(PREVIEW);
    const choice = await screen.findByRole('combobox', { name: 'Template' });
    await act(async () => choice.focus());
    expect(choice.getAttribute('aria-expanded')).not.toBe('true');
    await act(async () => fireEvent.click(choice));
    await act(async () => fireEvent.click(screen.getByText('Call me')));
    expect(await screen.findByDisplayValue('Hi Mei, call me')).toBeDefined();
  });

  it('says why nothing can be sent', async () => {
    await open({ ...PREVIEW, refusal: '4045550142 has opted out.' });
    await write('Hello');
    expect(screen.getByText('Not sent: 4045550142 has opted out.')).toBeDefined();
    expect(button()).toHaveProperty('disabled', true);
  });
});
