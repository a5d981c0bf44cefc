import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import { moduleDetail, roleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { loadLazyTexts } from '../../../kit/index.ts';
import { RolePage } from './role-page.tsx';
import { RolesPage } from './roles-page.tsx';

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

  beforeAll(() => loadLazyTexts());
  beforeEach(() => {
    server = new StudioServer([roleDetail(CLERK), moduleDetail(TOOLS)], { clerk: 14 });
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
