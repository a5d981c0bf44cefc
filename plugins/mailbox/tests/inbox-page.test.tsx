import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryKeys, useSession } from '../../../runtime-ui/client/index.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { InboxPage } from '../ui/inbox-page.tsx';

const SHELL = {
  user: { _id: 'u1', userType: 'Standard' },
  modules: [
    { name: 'mailAccounts', path: '/api/gmail-accounts', route: '/module/mailAccounts' },
    { name: 'emailFolders', path: '/api/email-folders', route: '/module/emailFolders' },
    { name: 'mailEntries', path: '/api/mail-entries', route: '/module/mailEntries' },
    { name: 'messages', path: '/api/messages', route: '/messages' },
  ],
};
const page = (data: readonly object[]) => ({ data, total: data.length, pageNumber: 0, pageSize: 200 });
const LINE = {
  _id: 'e1',
  message: 'm1',
  subject: 'About the job',
  sender: 'Mei <mei@people.test>',
  snippet: 'Hello',
  receivedAt: '2026-11-27T10:00:00.000Z',
  read: false,
  hasAttachments: false,
  folder: 'f1',
};
const MESSAGE = {
  _id: 'm1',
  subject: 'About the job',
  sender: 'Mei <mei@people.test>',
  to: ['ann@mail.test'],
  cc: [],
  direction: 'Inbound',
  sentAt: '2026-11-27T10:00:00.000Z',
  text: 'Hello',
  html: '<p>Hello</p><img alt="p">',
  remotePictures: 1,
  files: [],
  records: [{ module: 'leads', id: 'l1', name: 'Mei Tanaka' }],
};

const FOLDERS = [
  { path: 'INBOX', isInbox: true },
  { path: 'Lists', isInbox: false },
];

/** Shows the inbox; returns the requests with their bodies. */
async function show(accounts: readonly object[]): Promise<{ readonly path: string; readonly body: unknown }[]> {
  const requests: { readonly path: string; readonly body: unknown }[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: { readonly body?: string } = {}) => {
    const path = new URL(url, 'http://x').pathname;
    requests.push({ path, body: body === undefined ? undefined : JSON.parse(body) });
    if (path.endsWith('/test-settings') && body?.includes('wrong') === true)
      return Promise.resolve(Response.json({ error: 'The mail server did not accept the sign-in: no' }, { status: 422 }));
    return Promise.resolve(Response.json(respond(path, accounts)));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), SHELL);
  useSession.setState({ user: SHELL.user as never });
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <KitProvider>
            <InboxPage />
          </KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return requests;
}

function respond(path: string, accounts: readonly object[]): object {
  if (path === '/api/gmail-accounts/provider') return { name: null, host: '' };
  if (path === '/api/gmail-accounts/test-settings') return { connected: true, folders: FOLDERS, sends: true };
  if (path === '/api/messages/senders')
    return {
      data: [
        { account: null, address: '' },
        { account: 'a1', address: 'ann@mail.test' },
      ],
    };
  if (path.startsWith('/api/gmail-accounts')) return page(accounts);
  if (path.startsWith('/api/email-folders')) return page([{ _id: 'f1', name: 'Inbox', unread_count: 3, mail_account: 'a1' }]);
  if (path === '/api/mailbox/list') return { data: [LINE], next: null };
  if (path.startsWith('/api/mailbox/threads/')) return { subject: 'About the job', messages: [MESSAGE] };
  if (path.startsWith('/api/mailbox/pictures/')) return { html: '<p>Hello</p><img src="data:image/png;base64,AA==" alt="p">' };
  if (path === '/api/messages/send-custom-email') return { _id: 's1', status: 'Not Sent', failure: 'mei@people.test has opted out.' };
  return SHELL;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useSession.setState({ user: null });
});

describe('The inbox', () => {
  it('shows a message in a sandbox that loads nothing, marks it as read, and replies to its sender', async () => {
    const requests = await show([{ _id: 'a1', gmail_email_address: 'ann@mail.test', status: 'Failing', failure: 'Invalid credentials' }]);
    expect(await screen.findByText(/Invalid credentials/)).toBeDefined();
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: /About the job/ })));
    expect(requests).toContainEqual({ path: '/api/mailbox/mark', body: { ids: ['e1'], read: true } });
    const frame = await screen.findByTitle('Content of the message');
    expect(frame.getAttribute('sandbox')).not.toMatch(/allow-(?:scripts|same-origin|forms)/);
    expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'; img-src data:");
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Show pictures (1)' })));
    expect(screen.getByTitle('Content of the message').getAttribute('srcdoc')).toContain('data:image/png');
    expect(screen.getByRole('link', { name: 'Mei Tanaka' })).toBeDefined();
    fireEvent.change(screen.getByLabelText(/^Reply to/), { target: { value: 'Thank you' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send reply' })));
    expect(requests.at(-1)).toEqual({
      path: '/api/messages/send-custom-email',
      body: {
        to: 'mei@people.test',
        subject: 'Re: About the job',
        message: 'Thank you',
        inReplyTo: 'm1',
        account: 'a1',
        module: 'leads',
        record: 'l1',
      },
    });
    expect(await screen.findByText('Not sent: mei@people.test has opted out.')).toBeDefined();
  });

  it('says how to begin without a mail account', async () => {
    await show([]);
    expect(await screen.findByText('No mail account is connected')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Connect a mail account' })).toBeDefined();
  });

  it('connects an account after its test, and stores nothing that the server refused', async () => {
    const requests = await show([]);
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Connect a mail account' })));
    const type = async (label: string, value: string) =>
      act(async () => fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }));
    await type('E-mail address', 'ann@mail.test');
    await type('IMAP server', 'imap.mail.test');
    await type('SMTP server', 'smtp.mail.test');
    await type('Password', 'wrong');
    const save = screen.getByRole('button', { name: 'Save and connect' });
    await act(async () => fireEvent.click(save));
    expect(await screen.findByText('The mail server did not accept the sign-in: no')).toBeDefined();
    expect(requests.at(-1)?.path).toBe('/api/gmail-accounts/test-settings');
    await type('Password', 'right');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Test the connection' })));
    expect(screen.getByRole('status').textContent).toBe('The connection works, for fetching and for sending.');
    await act(async () => fireEvent.click(await screen.findByRole('checkbox', { name: 'Lists' })));
    expect(screen.getByRole('checkbox', { name: 'INBOX' })).toHaveProperty('disabled', true);
    await act(async () => fireEvent.click(save));
    expect(requests).toContainEqual({
      path: '/api/gmail-accounts',
      body: expect.objectContaining({
        gmail_email_address: 'ann@mail.test',
        incoming_host: 'imap.mail.test',
        incoming_port: 993,
        outgoing_host: 'smtp.mail.test',
        outgoing_port: 465,
        outgoing_security: 'TLS',
        gmail_password: 'right',
        left_out_folders: [{ path: 'Lists' }],
      }),
    });
  });

  it('shows why an account fails, and disconnects it', async () => {
    const requests = await show([{ _id: 'a1', gmail_email_address: 'ann@mail.test', status: 'Failing', failure: 'Invalid credentials' }]);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Mail accounts' })));
    expect(await screen.findByText('Invalid credentials')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reconnect' })).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Disconnect' })));
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' })));
    expect(requests.map(({ path }) => path)).toContain('/api/gmail-accounts/a1/disconnect');
  });

  it('cancels an approval that does not come, and removes the account', async () => {
    const requests = await show([{ _id: 'a1', gmail_email_address: 'ann@mail.test', status: 'Waiting for Approval' }]);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Mail accounts' })));
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Cancel the approval' })));
    expect(requests.map(({ path }) => path)).toContain('/api/gmail-accounts/a1/cancel-approval');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove' })));
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Remove' })));
    expect(requests.map(({ path }) => path)).toContain('/api/gmail-accounts/mark-deleted/a1');
  });
});
