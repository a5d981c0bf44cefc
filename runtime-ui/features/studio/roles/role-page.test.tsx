import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import { EMPTY_PLAN } from '../../../../tests/support/studio-fixture.tsx';
import { moduleDetail, roleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { loadAdminTexts } from '../../../kit/index.ts';
import { RolePage } from './role-page.tsx';
import { RolesPage } from './roles-page.tsx';

const LATE = { timeout: 5_000 * inject('timeoutFactor') };
const CLERK = { id: 'clerk', name: 'Clerk', module_access: { tools: { access: true, view: 'Owner' as const } } };
const TOOLS: ModuleDefinition = {
  id: 'tools',
  name: 'tools',
  label: 'Tools',
  labelSingular: 'Tool',
  kind: 'plain',
  fields: [
    { id: 'serial', fieldName: 'serial', label: 'Serial number', inputType: 'TextField' },
    { id: 'cost', fieldName: 'cost', label: 'Cost', inputType: 'Currency', sensitive: true },
  ],
};

describe('Roles in the studio', () => {
  let server: StudioServer;
  const show = (at: string) =>
    showStudio(
      <Routes>
        <Route path="/admin/studio/roles" element={<RolesPage />} />
        <Route path="/admin/studio/roles/:id" element={<RolePage />} />
      </Routes>,
      { path: '*', at },
    ).user;
  const sent = () => server.draftedOf<object>('role')[0];

  beforeAll(() => loadAdminTexts());
  beforeEach(() => {
    server = new StudioServer([roleDetail(CLERK), moduleDetail(TOOLS)], { clerk: 14 });
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('find a field, open its module and list the field first', async () => {
    server.withFields = { seri: ['tools'] };
    const user = show('/admin/studio/roles/clerk');
    await screen.findByRole('combobox', { name: 'View: Tools' });
    await user.type(screen.getByRole('searchbox', { name: 'Find a module or field' }), 'Seri');
    const fields = await screen.findByRole('table', { name: 'Fields of Tools' }, LATE);
    expect(
      within(fields)
        .getAllByRole('combobox')
        .map((one) => one.getAttribute('aria-label'))[0],
    ).toBe('Access to Serial number');
    screen.getByText('has such a field');
    await user.clear(screen.getByRole('searchbox', { name: 'Find a module or field' }));
    await user.type(screen.getByRole('searchbox', { name: 'Find a module or field' }), 'zz');
    await screen.findByText('No module and no field matches.', undefined, LATE);
  });

  it('show a module and a field that a link names, and change nothing', async () => {
    show('/admin/studio/roles/clerk?module=tools&field=cost');
    const fields = await screen.findByRole('table', { name: 'Fields of Tools' });
    expect(within(fields).getByText('Cost').closest('tr')?.dataset['placed']).toBe('true');
    expect(sent()).toBeUndefined();
  });

  it('have the simulator beside the matrix of a wide window, and give back what the draft takes', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('1400'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const role = { _id: 'clerk', name: 'Clerk' };
    server.openDraft([{ kind: 'role', id: 'clerk', definition: { ...CLERK, module_access: {} } }]);
    server.plan = {
      ...EMPTY_PLAN,
      access: [{ role, module: 'tools', field: null, right: 'view', before: 'Owner', after: 'none', change: 'loses', count: 2 }],
      effects: {
        gains: [],
        losses: [
          {
            change: 'loses',
            what: 'module',
            module: 'tools',
            field: null,
            roles: [role],
            count: 1,
            people: [{ _id: 'u9', name: 'Ann Lee', records: null }],
            records: null,
            examples: [],
            text: 'Ann Lee (role Clerk) loses Tools',
          },
        ],
        differences: 0,
        counted: 0,
        notExamined: 0,
        note: null,
      },
    };
    const user = show('/admin/studio/roles/clerk');
    const simulator = await screen.findByRole('complementary', { name: 'Simulator' });
    expect(screen.queryByRole('tab', { name: 'Effects' })).toBeNull();
    await within(simulator).findByText('Ann Lee (role Clerk) loses Tools', undefined, LATE);
    within(simulator).getByRole('link', { name: 'Give back in Clerk: View on Tools' });
    await user.click(within(simulator).getByRole('link', { name: 'Give back in Clerk: Ann Lee (role Clerk) loses Tools' }));
    await screen.findByText('The draft gives it back: Tools, Access: Yes.');
    await waitFor(() => expect(sent()).toMatchObject({ module_access: CLERK.module_access }));
    // The same link can be followed again.
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent()).toMatchObject({ module_access: {} }));
    await user.click(within(simulator).getByRole('link', { name: 'Give back in Clerk: View on Tools' }));
    await waitFor(() => expect(sent()).toMatchObject({ module_access: CLERK.module_access }));
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

  it('get a change of a link in the draft, shown in the matrix, and undone', async () => {
    const user = show('/admin/studio/roles/clerk?module=tools&property=view&value=All');
    const note = await screen.findByText('Placed in the draft: Tools, View: All. Nobody has it until you publish.');
    const view = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'View: Tools' });
    expect(view.value).toBe('All');
    expect(view.closest('td')?.dataset['changed']).toBe('true');
    expect(view.closest('tr')?.dataset['placed']).toBe('true');
    await waitFor(() => expect(sent()).toMatchObject({ module_access: { tools: { access: true, view: 'All' } } }));
    expect((await screen.findByRole('link', { name: 'Review' })).getAttribute('href')).toBe('/admin/studio/change-sets/d1');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(view.value).toBe('Owner'));
    expect(note.isConnected).toBe(false);
    await waitFor(() => expect(sent()).toBeUndefined());
  });

  it('open the fields of a module whose level a link places, and say when it was there or does not exist', async () => {
    show('/admin/studio/roles/clerk?module=tools&property=field_access.cost&value=none');
    const fields = await screen.findByRole('table', { name: 'Fields of Tools' });
    const cost = within(fields).getByRole<HTMLSelectElement>('combobox', { name: 'Access to Cost' });
    expect([cost.value, cost.closest('tr')?.dataset['placed']]).toEqual(['none', 'true']);
    await waitFor(() => expect(sent()).toMatchObject({ field_access: { tools: { cost: 'none' } } }));
    cleanup();
    show('/admin/studio/roles/clerk?module=tools&property=view&value=Owner');
    await screen.findByText('The draft has it already: Tools, View: Own.');
    cleanup();
    show('/admin/studio/roles/clerk?module=tools&property=fly&value=All');
    await screen.findByText('The link asks for a right that does not exist.');
  });

  it('get a permission of a plugin that a link places, shown among the permissions', async () => {
    const permission = { name: 'tools.lend', label: 'Lend tools', plugin: 'lending', roles: [] };
    const respond = fetch;
    vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
      path.startsWith('/api/plugins')
        ? Promise.resolve(Response.json({ data: path.endsWith('/permissions') ? [permission] : [] }))
        : respond(path, options),
    );
    const user = show('/admin/studio/roles/clerk?property=permissions&value=tools.lend');
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Lend tools/u });
    expect(box.checked).toBe(true);
    await screen.findByText('Placed in the draft: the permission Lend tools. Nobody has it until you publish.');
    await waitFor(() => expect(sent()).toEqual({ ...CLERK, permissions: ['tools.lend'] }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(box.checked).toBe(false));
  });

  it('show what the draft changes for people, counted again after each edit', async () => {
    const effect = {
      what: 'records',
      module: 'tools',
      field: null,
      roles: [{ _id: 'clerk', name: 'Clerk' }],
      people: [],
      examples: [],
    } as const;
    const gains = { ...effect, change: 'gains', count: 3, records: 12, text: '3 people with the role Clerk gain 12 tools' } as const;
    server.plan = {
      ...EMPTY_PLAN,
      access: [
        { role: effect.roles[0], module: 'tools', field: null, right: 'view', before: 'Owner', after: 'All', change: 'gains', count: 3 },
      ],
      effects: { ...EMPTY_PLAN.effects, gains: [gains, { ...gains, roles: [{ _id: 'other', name: 'Other' }], text: 'Of another role' }] },
    };
    const user = show('/admin/studio/roles/clerk');
    await user.click(await screen.findByRole('tab', { name: 'Effects' }));
    await screen.findByText('The draft changes nothing of this role');
    await user.click(screen.getByRole('tab', { name: 'Rights' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'View: Tools' }), 'All');
    await waitFor(() => expect(sent()).toBeDefined());
    await user.click(screen.getByRole('tab', { name: 'Effects' }));
    await screen.findByText('3 people with the role Clerk gain 12 tools');
    expect(screen.queryByText('Of another role')).toBeNull();
    screen.getByRole('button', { name: 'Show people: View on Tools' });
  });

  it('are listed with their people, made with a name of their own, and copied', async () => {
    const user = show('/admin/studio/roles');
    const row = await screen.findByRole('row', { name: /Clerk/ });
    await within(row).findByText('14');
    // As the lists of modules and dropdowns.
    const heads = within(screen.getByRole('table', { name: 'Roles' })).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Role', 'People', 'Owner', 'In this change-set']);
    const search = screen.getByRole('searchbox', { name: 'Find a role' });
    await user.type(search, 'nobody');
    await screen.findByText('No role was found');
    await user.clear(search);
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
