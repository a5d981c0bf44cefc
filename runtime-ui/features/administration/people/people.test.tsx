import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseOption } from '../../../../tests/support/studio-server.tsx';
import { registerContributions } from '../../../extensions/index.ts';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { changeList } from './mass-work.ts';
import { TeamPage } from './team-page.tsx';
import { TeamsPage } from './teams-page.tsx';
import { UserPage } from './user-page.tsx';
import { UsersPage } from './users-page.tsx';

const PRIYA = {
  _id: 'u1',
  _version: 3,
  name: 'Priya Raman',
  first_name: 'Priya',
  last_name: 'Raman',
  email: 'priya@muster.test',
  userType: 'Standard',
  active: true,
  roles: [{ _id: 'r1', name: 'Keeper', open: true }],
  teams: [{ _id: 't1', name: 'North', open: true }],
  pinned: false,
  last_login_date: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-01-02T10:00:00.000Z',
};
const NEW = { ...PRIYA, _id: 'u2', name: 'Ina Vited', email: 'ina@muster.test', last_login_date: undefined };
const page = (data: readonly unknown[]) => ({ data, total: data.length, pageNumber: 0, pageSize: 25 });
const VIEW = {
  name: 'users',
  fields: [
    {
      fieldName: 'userType',
      label: 'Type',
      inputType: 'Dropdown',
      dropdown: 'user_type',
      system: false,
      rights: { read: 'all', write: 'all' },
    },
    { fieldName: 'active', label: 'Active', inputType: 'Checkbox', system: false, rights: { read: 'all', write: 'all' } },
    { fieldName: 'pinned', label: 'May pin posts', inputType: 'Checkbox', system: false, rights: { read: 'all', write: 'all' } },
  ],
  dropdowns: {
    user_type: {
      options: [
        { value: 'Standard', label: 'Standard' },
        { value: 'System Admin', label: 'System Admin' },
      ],
    },
  },
};
const SHELL = {
  ...{ modules: [], permissions: [], plugins: [], roles: [], teams: [], settings: {}, isStaff: true },
  user: { _id: 'u9', userType: 'System Admin' },
};
const ACCOUNT = { hasPassword: true, temporaryPasswordUntil: null, impersonationRefused: null };

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** The API: what it returns, by method and the end of the path; the longest fits. */
function serve(responses: Readonly<Record<string, unknown>>): readonly Sent[] {
  const sent: Sent[] = [];
  const all: Readonly<Record<string, unknown>> = {
    'POST /api/users/search': page([PRIYA, NEW]),
    'POST /api/roles/search': page([{ _id: 'r1', name: 'Keeper' }]),
    'POST /api/teams/search': page([
      { _id: 't1', name: 'North' },
      { _id: 't2', name: 'South' },
    ]),
    'GET /api/ss-modules/by-name/users': VIEW,
    'POST /api/users/with-relationships/u1': PRIYA,
    'GET /api/users/u1/account': ACCOUNT,
    'GET /api/users/u1/sessions': page([]),
    'GET /api/users/u1/api-tokens': page([]),
    'GET /api/teams/t1': { _id: 't1', _version: 1, name: 'North' },
    ...responses,
  };
  vi.stubGlobal('fetch', (input: string | URL | Request, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    sent.push({ method, url, body: body === undefined ? undefined : (JSON.parse(body) as unknown) });
    const response = all[`${method} ${url.split('?')[0] ?? ''}`];
    if (response instanceof Response) return Promise.resolve(response);
    return Promise.resolve(
      response === undefined
        ? Response.json({ error: 'No such thing', code: 'route_not_found' }, { status: 404 })
        : Response.json(response),
    );
  });
  return sent;
}

function show(path: string): void {
  const router = createMemoryRouter(
    [
      { path: '/admin/users', element: <UsersPage /> },
      { path: '/admin/users/:id', element: <UserPage /> },
      { path: '/admin/teams', element: <TeamsPage /> },
      { path: '/admin/teams/:id', element: <TeamPage /> },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <RouterProvider router={router} />
      </KitProvider>
    </QueryClientProvider>,
  );
}

const requestsTo = (sent: readonly Sent[], method: string, url: string) => sent.filter((one) => one.method === method && one.url === url);

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list of users', () => {
  it('shows type, roles, teams, status and last sign-in, with the filters of the address', async () => {
    const sent = serve({});
    show('/admin/users?status=never&role=r1&words=pri');
    const row = (await screen.findByRole('link', { name: 'Priya Raman' })).closest('tr') as HTMLElement;
    expect(row.textContent).toContain('Keeper');
    expect(within(row).getByText('Active')).toBeTruthy();
    expect(within(screen.getByRole('link', { name: 'Ina Vited' }).closest('tr') as HTMLElement).getByText('Never signed in')).toBeTruthy();
    expect(requestsTo(sent, 'POST', '/api/users/search')[0]?.body).toMatchObject({
      search: 'pri',
      pageNumber: 0,
      searchTerms: { roles: 'r1', last_login_date: { exists: false } },
    });
  });

  it('says that nothing matches, and how to see everyone', async () => {
    serve({ 'POST /api/users/search': page([]) });
    show('/admin/users?words=nobody');
    await screen.findByText('No user matches');
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }));
    await screen.findByText('No users yet');
  });

  it('says why it could not be loaded', async () => {
    serve({
      'POST /api/users/search': Response.json({ error: 'The database cannot be reached.', code: 'store_unavailable' }, { status: 503 }),
    });
    show('/admin/users');
    await screen.findByText('The users could not be loaded');
  });

  it('deactivates the chosen users after a question', async () => {
    const sent = serve({ 'PUT /api/users/update-certain-fields-array': { success: true, updated: ['u1'], refused: [] } });
    show('/admin/users');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Priya Raman' }));
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    expect(requestsTo(sent, 'PUT', '/api/users/update-certain-fields-array')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate 1 user' }));
    await waitFor(() =>
      expect(requestsTo(sent, 'PUT', '/api/users/update-certain-fields-array')[0]?.body).toEqual({
        ids: ['u1'],
        fields: { active: false },
      }),
    );
  });
});

describe('several users', () => {
  const choose = async (action: string) => {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Priya Raman' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ina Vited' }));
    await userEvent.click(screen.getByRole('button', { name: 'More…' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  };
  const withBatch = (body: object) => Response.json(body, { headers: { 'x-batch-id': 'b1' } });

  it('are deleted after a question, which can be undone', async () => {
    const sent = serve({
      'PUT /api/users/mark-as-deleted/by-array': withBatch({ success: true, deleted: ['u1', 'u2'], refused: [] }),
      'POST /api/batches/b1/undo': { success: true, undone: 2, left: [] },
    });
    show('/admin/users');
    await choose('Delete…');
    expect(requestsTo(sent, 'PUT', '/api/users/mark-as-deleted/by-array')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 users' }));
    await screen.findByText('2 users are deleted');
    expect(requestsTo(sent, 'PUT', '/api/users/mark-as-deleted/by-array')[0]?.body).toEqual({ ids: ['u1', 'u2'] });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(requestsTo(sent, 'POST', '/api/batches/b1/undo')).toHaveLength(1));
  });

  it('who have no password are invited, and the others are named', async () => {
    const sent = serve({
      'GET /api/users/u2/account': { ...ACCOUNT, hasPassword: false },
      'POST /api/users/u2/send-password': { purpose: 'invite' },
    });
    show('/admin/users');
    await choose('Send invites');
    const dialog = await screen.findByRole('dialog', { name: '1 invite is sent' });
    expect(within(dialog).getByText('Has a password already.')).toBeTruthy();
    expect(requestsTo(sent, 'POST', '/api/users/u2/send-password')).toHaveLength(1);
    expect(requestsTo(sent, 'POST', '/api/users/u1/send-password')).toEqual([]);
  });

  it('are imported from a file', async () => {
    serve({});
    show('/admin/users');
    await userEvent.click(await screen.findByRole('button', { name: 'Add user' }));
    const item = await screen.findByRole('menuitem', { name: 'Import from a file…' });
    expect(item.getAttribute('href')).toBe('/app/imports/new?module=users');
  });

  it('who are refused are named with the reason', async () => {
    const reason = 'Nobody else is an active System Admin. Make somebody else one first.';
    const refused = [{ _id: 'u1', code: 'last_admin_needed', error: reason }];
    serve({
      'PUT /api/users/mark-as-deleted/by-array': withBatch({ success: true, deleted: ['u2'], refused }),
      'GET /api/shell': { ...SHELL, modules: [{ name: 'users', path: '/api/users', nameField: 'name', rights: { access: true } }] },
    });
    show('/admin/users');
    await choose('Delete…');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 users' }));
    const dialog = await screen.findByRole('dialog', { name: '1 user is deleted' });
    await within(dialog).findByText('Priya Raman');
    within(dialog).getByText(reason);
    within(dialog).getByRole('button', { name: 'Undo' });
  });

  it('get teams beside those that they have, each with the version that was read', async () => {
    const stored = [
      { _id: 'u1', _version: 3, teams: ['t1'] },
      { _id: 'u2', _version: 5, teams: ['t2'] },
    ];
    const searches = [page([PRIYA, NEW]), page(stored)];
    const sent = serve({ 'PUT /api/users/u1': PRIYA, 'PUT /api/users/u2': NEW });
    const served = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, options: { method?: string; body?: string } = {}) => {
      const isRead = options.body?.includes('"in":["u1","u2"]') === true;
      return isRead ? Promise.resolve(Response.json(searches[1])) : served(input, options);
    });
    show('/admin/users');
    await choose('Teams…');
    const dialog = await screen.findByRole('dialog', { name: 'Teams of 2 users' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Save 2 users' }));
    await within(dialog).findAllByText('Choose one team or more.');
    await chooseOption(userEvent.setup(), within(dialog).getByRole('combobox', { name: /^Teams/ }), 'South');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save 2 users' }));
    await screen.findByText('1 user is saved');
    // The second one is in that team already.
    expect(sent.filter(({ method }) => method === 'PUT').map(({ url, body }) => [url, body])).toEqual([
      ['/api/users/u1', { teams: ['t1', 't2'], _version: 3 }],
    ]);
  });
});

it('gives, takes away and replaces roles in their order', () => {
  expect(changeList(['a', 'b'], 'add', ['b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(changeList(['a', 'b'], 'remove', ['b', 'c'])).toEqual(['a']);
  expect(changeList(['a', 'b'], 'replace', ['c'])).toEqual(['c']);
});

describe('the menu that adds users', () => {
  it('creates a temporary account without roles and teams, and opens it', async () => {
    const sent = serve({
      'POST /api/users/createTempUserAccount': { ...NEW, roles: [], teams: [] },
      'POST /api/users/with-relationships/u2': NEW,
    });
    show('/admin/users');
    await userEvent.click(await screen.findByRole('button', { name: 'Add user' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Create a temporary account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create a temporary account' });
    await userEvent.type(await within(dialog).findByRole('textbox', { name: /First name/ }), 'Ina');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Last name/ }), 'Vited');
    await userEvent.type(within(dialog).getByRole('textbox', { name: /E-mail/ }), 'ina@muster.test');
    expect(within(dialog).queryByText('Roles')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create account' }));
    await screen.findByRole('heading', { name: 'Ina Vited' });
    expect(requestsTo(sent, 'POST', '/api/users/createTempUserAccount')[0]?.body).toEqual({
      first_name: 'Ina',
      last_name: 'Vited',
      email: 'ina@muster.test',
      userType: 'Standard',
    });
  });

  it('has the ways of plugins for those who may use them', async () => {
    const Guest = ({ close }: { readonly close: (userId?: string) => void }) => (
      <button type="button" onClick={() => close('u1')}>
        Welcome a guest
      </button>
    );
    const accountActions = [
      { id: 'guest', label: 'Guest', permission: 'hotel.welcome', component: Guest },
      { id: 'staff', label: 'Chambermaid', permission: 'hotel.hire', component: Guest },
    ];
    registerContributions([{ plugin: 'hotel', accountActions }]);
    serve({ 'GET /api/shell': { ...SHELL, permissions: ['hotel.welcome'], plugins: ['hotel'] } });
    show('/admin/users');
    await userEvent.click(await screen.findByRole('button', { name: 'Add user' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Guest' }));
    expect(screen.queryByRole('menuitem', { name: 'Chambermaid' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Welcome a guest' }));
    await screen.findByRole('heading', { name: 'Priya Raman' });
    registerContributions([]);
  });
});

describe('the page of a user', () => {
  it('saves a switch at once', async () => {
    const sent = serve({ 'PUT /api/users/u1': PRIYA });
    show('/admin/users/u1');
    await userEvent.click(await screen.findByRole('switch', { name: 'May pin posts' }));
    await waitFor(() => expect(requestsTo(sent, 'PUT', '/api/users/u1')[0]?.body).toEqual({ pinned: true }));
    expect(screen.queryByRole('switch', { name: 'Active' })).toBeNull();
  });

  it('says why nobody can act as this user', async () => {
    const reason = 'You can only act as users of a lower user type than your own.';
    const sent = serve({ 'GET /api/users/u1/account': { ...ACCOUNT, impersonationRefused: reason } });
    show('/admin/users/u1');
    const button = await screen.findByRole('button', { name: 'Act as this user' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    await screen.findByText(reason);
    expect(requestsTo(sent, 'POST', '/api/users/set-user-impersonating')).toEqual([]);
  });

  it('ends a session and revokes a token', async () => {
    const session = { _id: 's1', device: 'Chrome on Windows', openedAt: PRIYA.createdAt, lastUsedAt: PRIYA.createdAt, isCurrent: false };
    const token = {
      _id: 'k1',
      name: 'Nightly',
      user: 'u1',
      scopes: ['read'],
      start: 'mst_abc',
      createdAt: PRIYA.createdAt,
      lastUsedAt: null,
      expiresAt: null,
    };
    const sent = serve({
      'GET /api/users/u1/sessions': page([session]),
      'GET /api/users/u1/api-tokens': page([token]),
      'DELETE /api/users/u1/sessions/s1': { success: true },
      'DELETE /api/api-tokens/k1': { success: true },
    });
    show('/admin/users/u1');
    await userEvent.click(await screen.findByRole('button', { name: 'End the session on Chrome on Windows' }));
    await waitFor(() => expect(requestsTo(sent, 'DELETE', '/api/users/u1/sessions/s1')).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(requestsTo(sent, 'DELETE', '/api/api-tokens/k1')).toHaveLength(1));
  });
});

describe('teams', () => {
  it('are listed with their numbers of members', async () => {
    serve({ 'POST /api/users/group': { data: [{ keys: ['t1'], measures: { count: 2 } }] } });
    show('/admin/teams');
    await screen.findByText('2 members');
    expect(screen.getByText('0 members')).toBeTruthy();
  });

  it('are not deleted while something belongs to them', async () => {
    const sent = serve({ 'GET /api/teams/t1/dependents': { data: [{ module: 'users', relation: 'teams', count: 2 }] } });
    show('/admin/teams/t1');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('North is in use');
    expect(sent.some(({ url }) => url.includes('mark-deleted'))).toBe(false);
  });

  it('lose a member with the other teams of that user kept', async () => {
    const member = { ...PRIYA, teams: ['t1', 't2'] };
    const sent = serve({ 'POST /api/users/search': page([member]), 'PUT /api/users/u1': member });
    show('/admin/teams/t1');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Priya Raman' }));
    await waitFor(() => expect(requestsTo(sent, 'PUT', '/api/users/u1')[0]?.body).toEqual({ teams: ['t2'], _version: 3 }));
  });
});
