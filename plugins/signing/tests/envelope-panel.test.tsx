import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { EnvelopePanel } from '../ui/instance/envelope-panel.tsx';

const RECORD = {
  _id: 'i1',
  _version: 1,
  status: 'Partially Signed',
  recipients: [
    {
      recipientId: 'r1',
      recipientType: 'Participant 1',
      name: 'Theodora Vance',
      email: 'tv@example.org',
      status: 'Signed',
      signed_at: '2026-11-27T10:00:00.000Z',
    },
    { recipientId: 'r2', recipientType: 'Participant 2', name: 'Ann Reyes', email: 'ann@example.org', status: 'Requested' },
  ],
};
const LOG = {
  data: [{ _id: 'a1', sequence: 1, type: 'Signed', nonUser: { name: 'Theodora Vance' }, action_at: '2026-11-27T10:00:00.000Z' }],
  isIntact: true,
};

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** Shows the panel; a user with `edit` 'None' may only read. */
async function show(edit: 'All' | 'None', log: object = LOG): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { readonly body?: string } = {}) => {
    const path = new URL(url, 'http://x').pathname;
    sent.push({ path, body: body === undefined ? undefined : JSON.parse(body) });
    if (path.endsWith('/events')) return Promise.resolve(Response.json(log));
    return Promise.resolve(Response.json({ _id: 'i1', reminded: ['r2'], requested: [], status: 'Canceled' }));
  });
  const props = { module: { rights: { edit } }, record: RECORD, reload: () => undefined } as unknown as Parameters<typeof EnvelopePanel>[0];
  await act(async () =>
    render(
      <KitProvider>
        <MemoryRouter>
          <EnvelopePanel {...props} />
        </MemoryRouter>
      </KitProvider>,
    ),
  );
  return sent;
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('The panel of a document to sign shows its recipients and log, and reminds the one who has not signed', async () => {
  const sent = await show('All');
  expect(screen.getByText(/^Signed, /)).toBeDefined();
  expect(screen.getByText('Signed by Theodora Vance')).toBeDefined();
  expect(screen.getByText('The log is unchanged: each entry is confirmed by the next one.')).toBeDefined();
  await press('Remind');
  expect(sent).toContainEqual({
    path: '/api/interactive-document-instances/resend-single-agreement-reminder',
    body: { agreement: 'i1', recipientId: 'r2' },
  });
  // Who signed has no buttons.
  expect(screen.getAllByRole('button', { name: 'Sign here' })).toHaveLength(1);
  await press('Sign here');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign on this device' }));
  expect(dialog.getByText(/^Ann Reyes signs on this device/)).toBeDefined();
});

it('The panel offers nothing to those who may only read, and says where a log was changed', async () => {
  await show('None', { ...LOG, isIntact: false, brokenAt: 4 });
  expect(screen.getByText('The log was changed at entry 4.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Request signatures' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sign here' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download' })).toBeDefined();
});
