import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccessExplanation, AccessGrant } from '#engine/model/wire';
import { queryKeys } from '../../client/index.ts';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { ExplainedButton } from './explained-button.tsx';
import { Explanation } from './explanation.tsx';
import { usePermissionLock } from './permission-lock.tsx';

const ROLE: AccessGrant = { kind: 'role', role: 'Clerk', roleId: 'clerk', module: 'books', property: 'edit', value: 'All' };
const USER = { _id: 'u1', first_name: 'Ann', last_name: 'Lee', email: 'ann@muster.test', userType: 'Standard' };
const ADMIN = { ...USER, _id: 'a1', first_name: 'Owen', userType: 'System Admin' };
const ABOUT = { _id: 'u1', name: 'Ann Lee', recordId: 'b1', onChanged: vi.fn() };

const denied = (grant: AccessGrant): AccessExplanation => ({
  allowed: false,
  reasons: [
    { rule: 'module_access', passes: true, decides: false, role: 'Clerk', text: 'The role Clerk gives Ann Lee access to books.' },
    { rule: 'edit', passes: false, decides: true, text: 'Ann Lee may edit only books assigned to them.' },
  ],
  grant,
});

interface Shown {
  readonly user: object;
  readonly impersonator?: object | null;
  readonly about?: typeof ABOUT;
}

function show(grant: AccessGrant, { user, impersonator = null, about }: Shown): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const modules = [{ name: 'books', label: 'Books', path: '/api/books', rights: { access: true } }];
  client.setQueryData(queryKeys.shell(), { user, impersonator, modules, teams: [{ _id: 't1', name: 'North' }] });
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <Explanation explanation={denied(grant)} query={{ module: 'books', id: 'b1', action: 'edit' }} about={about} />
      </KitProvider>
    </QueryClientProvider>,
  );
}

function serve(): { readonly method: string; readonly path: string; readonly body: unknown }[] {
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) });
    return Promise.resolve(Response.json({ _id: 'u1', teams: ['t0'] }));
  });
  return sent;
}

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  ABOUT.onChanged.mockClear();
});

describe('A button that a role does not allow', () => {
  it('says so before it is chosen, and opens the rule', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(denied(ROLE))));
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    client.setQueryData(queryKeys.shell(), { user: USER, impersonator: null, modules: [], teams: [] });
    render(
      <QueryClientProvider client={client}>
        <KitProvider>
          <ExplainedButton module={fixtureModule()} action="edit" recordId="b1">
            Edit
          </ExplainedButton>
        </KitProvider>
      </QueryClientProvider>,
    );
    const button = screen.getByRole('button', { name: 'Edit' });
    expect(button.title).toBe('Your role does not allow this. Select to see why.');
    await userEvent.setup().click(button);
    await screen.findByText('decides');
  });
});

describe('An action of a plugin that needs a permission', () => {
  function Actions() {
    const lock = usePermissionLock();
    const actions = [{ label: 'Bind', permission: 'books.bind' }, { label: 'Lend', permission: 'books.lend' }, { label: 'Print' }];
    return (
      <>
        {actions.map((action) => (
          <button key={action.label} type="button" onClick={() => lock.isLocked(action) && lock.explain(action)}>
            {action.label} {lock.isLocked(action) && 'locked'}
          </button>
        ))}
        {lock.dialog}
      </>
    );
  }

  it('explains who could give it', async () => {
    const sent = vi.fn((_path: string) => Promise.resolve(Response.json(denied(ROLE))));
    vi.stubGlobal('fetch', sent);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    client.setQueryData(queryKeys.shell(), { user: USER, impersonator: null, modules: [], teams: [], permissions: ['books.lend'] });
    render(
      <QueryClientProvider client={client}>
        <KitProvider>
          <Actions />
        </KitProvider>
      </QueryClientProvider>,
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent.trim())).toEqual(['Bind locked', 'Lend', 'Print']);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Bind locked' }));
    within(await screen.findByRole('dialog', { name: 'Bind' })).getByText('Set Edit to All in role Clerk');
    expect(sent.mock.calls.map(([path]) => path)).toEqual(['/api/access/explain-permission?permission=books.bind']);
  });
});

describe('An explanation', () => {
  it('marks the rule that decides, and offers a user without rights no change', () => {
    show(ROLE, { user: USER });
    expect(screen.getByText('decides').closest('li')?.textContent).toContain('Ann Lee may edit only books assigned to them.');
    screen.getByText('Set Edit to All in role Clerk');
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Copy explanation']);
  });

  it('leads a System Admin to the role editor with the change, or to the user who has no role', () => {
    show(ROLE, { user: ADMIN, about: ABOUT });
    expect(screen.getByRole('link', { name: 'Change the role' }).getAttribute('href')).toBe(
      '/admin/studio/roles/clerk?module=books&property=edit&value=All',
    );
    cleanup();
    const { role: _role, roleId: _id, ...rest } = ROLE;
    show(rest, { user: ADMIN, about: ABOUT });
    screen.getByText('Give a role that allows it');
    expect(screen.getByRole('link', { name: 'Open the user' }).getAttribute('href')).toBe('/admin/users/u1');
  });

  it('leads to the permissions of a role for a permission of a plugin', () => {
    const { module: _module, ...role } = ROLE;
    show({ ...role, property: 'permissions', value: 'books.bind', label: 'Bind books' }, { user: ADMIN, about: ABOUT });
    screen.getByText('Give the permission Bind books to role Clerk');
    expect(screen.getByRole('link', { name: 'Change the role' }).getAttribute('href')).toBe(
      '/admin/studio/roles/clerk?property=permissions&value=books.bind',
    );
  });

  it('assigns the record, or adds the user to the team, for a System Admin', async () => {
    const sent = serve();
    const user = userEvent.setup();
    show({ kind: 'owner', module: 'books', property: 'assigned_to', value: 'u1' }, { user: ADMIN, about: ABOUT });
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await waitFor(() => expect(ABOUT.onChanged).toHaveBeenCalledOnce());
    cleanup();
    show({ kind: 'team', module: 'books', property: 'teams', value: 't1' }, { user: ADMIN, about: ABOUT });
    screen.getByText('Add Ann Lee to the team North');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await waitFor(() => expect(ABOUT.onChanged).toHaveBeenCalledTimes(2));
    expect(sent.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])).toEqual([
      ['/api/books/b1', { assigned_to: 'u1' }],
      ['/api/users/u1', { teams: ['t0', 't1'] }],
    ]);
  });

  it('lets a System Admin who acts as the user stop, and make the change', async () => {
    const sent = serve();
    show(ROLE, { user: USER, impersonator: ADMIN });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Stop impersonating and change' }));
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/users/stop-impersonating']));
    cleanup();
    show(ROLE, { user: USER, impersonator: { ...ADMIN, userType: 'Admin' } });
    expect(screen.queryByRole('button', { name: 'Stop impersonating and change' })).toBeNull();
  });
});
