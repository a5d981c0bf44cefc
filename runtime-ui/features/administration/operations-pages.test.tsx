import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../client/index.ts';
import { KitProvider, loadAdminTexts } from '../../kit/index.ts';
import { AuditLogPage } from './audit-log/audit-log-page.tsx';
import { OutboxPage } from './outbox/outbox-page.tsx';
import { UpdatePage } from './update/update-page.tsx';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows a page; `respond` returns the body of a request, undefined: an error of the server. */
function show(page: ReactNode, respond: (sent: Sent) => object | undefined, address = '/'): Sent[] {
  const requests: Sent[] = [];
  vi.stubGlobal(
    'fetch',
    (input: string | URL | Request, { method = 'GET', body }: { readonly method?: string; readonly body?: string } = {}) => {
      const sent = {
        method,
        url: String(input instanceof Request ? input.url : input),
        body: body === undefined ? undefined : (JSON.parse(body) as unknown),
      };
      requests.push(sent);
      const found = respond(sent);
      if (found !== undefined) return Promise.resolve(Response.json(found));
      return Promise.resolve(
        Response.json({ error: 'The database cannot be reached.', code: 'store_unavailable', details: [] }, { status: 503 }),
      );
    },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(queryKeys.shell(), { modules: [], isStaff: true, user: { userType: 'System Admin' } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <KitProvider>{page}</KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return requests;
}

const MAIL = {
  _id: 'm1',
  to: ['ann@muster.test'],
  subject: 'Open day',
  text: 'On Monday.',
  sentAt: '2026-01-02T03:04:05.000Z',
  status: 'failed',
};
const SECRET = { ...MAIL, _id: 'm2', subject: 'Your account', text: undefined, status: 'sent' };

describe('the outbox', () => {
  it('shows an e-mail, sends it again, and says why one with a password cannot be', async () => {
    const requests = show(<OutboxPage />, ({ url }) =>
      url.includes('/resend') ? { success: true } : url.includes('/api/mail') ? { data: [MAIL, SECRET], total: 2 } : { data: [], total: 0 },
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Open the e-mail “Your account” to ann@muster.test' }));
    const secret = await screen.findByRole('dialog', { name: 'Your account' });
    within(secret).getByText(/its text was not kept/);
    expect(within(secret).queryByRole('button', { name: 'Send again' })).toBeNull();
    await user.click(within(secret).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Open the e-mail “Open day” to ann@muster.test' }));
    const dialog = await screen.findByRole('dialog', { name: 'Open day' });
    within(dialog).getByText('On Monday.');
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(['/api/mail/m1/resend']);
  });

  it('lists one state alone, and says what is missing', async () => {
    const requests = show(<OutboxPage />, () => ({ data: [], total: 0 }));
    await userEvent.setup().click(await screen.findByRole('tab', { name: 'Failed' }));
    await screen.findByText('No e-mails');
    await waitFor(() => expect(requests.some(({ url }) => url.includes('status=failed'))).toBe(true));
  });

  it('says that it could not be loaded', async () => {
    show(<OutboxPage />, ({ url }) => (url.includes('/api/mail') ? undefined : { data: [], total: 0 }));
    await screen.findByText('The e-mails could not be loaded');
  });
});

describe('the system update', () => {
  it('shows the version, and asks before every browser is asked', async () => {
    const requests = show(<UpdatePage />, ({ url }) =>
      url.includes('health') ? { status: 'ok', version: '4.2.0' } : { status: 'ready', store: 'SQLite' },
    );
    await screen.findByText('4.2.0');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Ask everyone to reload' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ask everyone to reload?' });
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Ask everyone to reload' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(['/api/events/trigger-update']);
  });
});

const ENTRY = {
  _id: 'e1',
  changed_by: null,
  changed_through: 'night job',
  impersonated_by: null,
  module: 'webhooks',
  fullModule: 'Webhooks',
  changeSource: 'administration',
  field: 'active',
  fullField: 'active',
  record_id: 'w1',
  record_name: 'Orders',
  previous_value: true,
  new_value: { name: 'Orders', tries: 3, logo: 'data:image/png;base64,AAAA' },
  date_created: '2026-01-02T03:04:05.000Z',
};

describe('the audit log', () => {
  it('shows who changed what in words, a page at a time, and filters by the address', async () => {
    const data = (page: number) => [{ ...ENTRY, _id: `e${page}`, record_name: page === 0 ? 'Orders' : 'Returns' }];
    const requests = show(
      <AuditLogPage />,
      ({ url, body }) =>
        url.includes('/audit-log/search') ? { data: data((body as { pageNumber: number }).pageNumber), total: 26 } : { data: [], total: 0 },
      '/admin/audit-log?module=webhooks&action=changed',
    );
    const table = await screen.findByRole('table', { name: 'Entries of the audit log' });
    expect(within(table).getAllByRole('row')[1]?.textContent).toMatch(
      /The systemthrough night jobOrdersWebhooksactiveadministration.*On.*Name: Orders, Tries: 3, Logo: Image$/,
    );
    screen.getByText('1–25 of 26');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Returns');
    screen.getByText('26–26 of 26');
    expect(requests.filter(({ url }) => url.includes('search')).map(({ body }) => body)).toEqual([
      {
        searchTerms: { module: 'webhooks', field: { exists: true }, not: { changeSource: 'sensitive value read' } },
        pageNumber: 0,
        pageSize: 25,
      },
      {
        searchTerms: { module: 'webhooks', field: { exists: true }, not: { changeSource: 'sensitive value read' } },
        pageNumber: 1,
        pageSize: 25,
      },
    ]);
  });

  it('clears a filter that matches nothing, and says when it could not be loaded', async () => {
    const requests = show(
      <AuditLogPage />,
      ({ url }) => (url.includes('search') ? { data: [], total: 0 } : { data: [] }),
      '/?record=nobody',
    );
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Clear the filter' }));
    await screen.findByText('No entries yet');
    expect(requests.at(-1)?.body).toMatchObject({ searchTerms: {} });
    cleanup();
    show(<AuditLogPage />, () => undefined);
    await screen.findByText('The audit log could not be loaded');
  });
});
