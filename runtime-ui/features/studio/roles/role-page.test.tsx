import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { KitProvider, loadLazyTexts } from '../../../kit/index.ts';
import { DraftProvider } from '../draft/draft-context.tsx';
import { RolePage } from './role-page.tsx';
import { RolesPage } from './roles-page.tsx';

const USER: SessionUser = {
  _id: 'u1',
  email: 'ada@muster.test',
  first_name: 'Ada',
  last_name: 'Byron',
  userType: 'System Admin',
  roles: [],
  teams: [],
  disableTimeout: false,
};
const CLERK = { id: 'clerk', name: 'Clerk', module_access: { tools: { access: true, view: 'Owner' } } };
const TOOLS = {
  id: 'tools',
  name: 'tools',
  label: 'Tools',
  fields: [
    { id: 'serial', fieldName: 'serial', label: 'Serial number' },
    { id: 'cost', fieldName: 'cost', label: 'Cost', sensitive: true },
  ],
};

const summarize = (kind: string, { id, name, label = name }: { readonly id: string; readonly name: string; readonly label?: string }) => ({
  kind,
  id,
  artifact: `${kind}/${name}`,
  name,
  label,
  origin: 'product',
  plugin: null,
  customized: false,
  module: kind === 'module' ? { icon: null, moduleKind: 'plain', fields: 2, relationships: 0, active: true, locked: false } : null,
  layout: null,
});

/** A server with two definitions and a draft that stores what is sent. */
function startServer() {
  const changes: { kind: string; id: string; definition: JsonObject | null }[] = [];
  const draft = () => ({ _id: 'd1', _version: 1, name: 'Draft', state: 'draft', author: { _id: 'u1' }, changes, problems: [] });
  const detail = (kind: string, definition: { readonly id: string; readonly name: string }) => ({
    ...summarize(kind, definition),
    definition,
    base: definition,
    references: [],
  });
  vi.stubGlobal('fetch', (input: string, { method = 'GET', body = '{}' }: { readonly method?: string; readonly body?: string } = {}) => {
    const path = input.split('?')[0] ?? '';
    if (method === 'PUT') changes.splice(0, changes.length, ...(JSON.parse(body) as { changes: typeof changes }).changes);
    const responses: Readonly<Record<string, object>> = {
      '/api/change-sets/d1': draft(),
      '/api/change-sets/d1/changes': draft(),
      '/api/definitions/role/clerk': detail('role', CLERK),
      '/api/definitions/module/tools': detail('module', TOOLS),
      '/api/users/group': { data: [{ keys: ['clerk'], measures: { count: 14 } }], total: 1 },
    };
    if (path === '/api/change-sets') return Promise.resolve(Response.json(method === 'POST' ? draft() : { data: [], total: 0 }));
    if (path === '/api/definitions')
      return Promise.resolve(Response.json({ data: input.includes('module') ? [summarize('module', TOOLS)] : [summarize('role', CLERK)] }));
    const found = responses[path];
    const missing = { error: 'Not found', code: 'definition_not_found', details: [] };
    return Promise.resolve(found === undefined ? Response.json(missing, { status: 404 }) : Response.json(found));
  });
  return changes;
}

describe('Roles in the studio', () => {
  let changes: ReturnType<typeof startServer>;
  const show = (path: string) => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <KitProvider>
          <MemoryRouter initialEntries={[path]}>
            <DraftProvider user={USER}>
              <Routes>
                <Route path="/admin/studio/roles" element={<RolesPage />} />
                <Route path="/admin/studio/roles/:id" element={<RolePage />} />
              </Routes>
            </DraftProvider>
          </MemoryRouter>
        </KitProvider>
      </QueryClientProvider>,
    );
    return userEvent.setup();
  };
  const sent = () => changes.find(({ kind }) => kind === 'role')?.definition;

  beforeAll(() => loadLazyTexts());
  beforeEach(() => {
    changes = startServer();
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('set rights on modules and fields in the draft, and mark what changed', async () => {
    const user = show('/admin/studio/roles/clerk');
    const view = await screen.findByRole('combobox', { name: 'View: Tools' });
    expect((view as HTMLSelectElement).value).toBe('Owner');
    await user.selectOptions(view, 'All');
    await user.click(screen.getByRole('checkbox', { name: 'Export: Tools' }));
    expect(view.closest('td')?.dataset['changed']).toBe('true');
    await user.click(screen.getByRole('button', { name: /^Tools/ }));
    const fields = await screen.findByRole('table', { name: 'Fields of Tools' });
    within(fields).getByText('Sensitive');
    await user.selectOptions(within(fields).getByRole('combobox', { name: 'Access to Cost' }), 'Hidden');
    await waitFor(() =>
      expect(sent()).toEqual({
        ...CLERK,
        module_access: { tools: { access: true, view: 'All', export: true } },
        field_access: { tools: { cost: 'none' } },
      }),
    );
  });

  it('are listed with their people, made with a name of their own, and copied', async () => {
    const user = show('/admin/studio/roles');
    const row = await screen.findByRole('row', { name: /Clerk/ });
    await within(row).findByText('14');
    await user.click(screen.getByRole('button', { name: 'New role' }));
    const dialog = await screen.findByRole('dialog', { name: 'New role' });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    await user.type(name, 'clerk');
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await within(dialog).findByText('Another role has this name.');
    await user.type(name, ' two');
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { level: 1, name: /clerk two/ });
    await waitFor(() => expect(sent()).toMatchObject({ name: 'clerk two', module_access: {} }));
  });

  it('are taken out of the definitions by the draft, and put back', async () => {
    const user = show('/admin/studio/roles/clerk');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await screen.findByText('This draft removes the role');
    await user.click(screen.getByRole('button', { name: 'Put it back' }));
    await screen.findByRole('combobox', { name: 'View: Tools' });
  });
});
