import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { LayoutDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { moduleDetail, roleDetail, showStudio, StudioServer } from '../../../../tests/support/studio-server.tsx';
import { loadAdminTexts } from '../../../kit/index.ts';
import { ModulePage } from '../modules/module-page.tsx';
import { LayoutEditorPage } from './layout-editor-page.tsx';

const PEOPLE: ModuleDefinition = { id: 'people', name: 'people', label: 'People', labelSingular: 'Person', kind: 'plain', fields: [] };
const LOANS: ModuleDefinition = {
  ...PEOPLE,
  id: 'loans',
  name: 'loans',
  label: 'Loans',
  labelSingular: 'Loan',
  fields: [
    { id: 'f1', fieldName: 'item', label: 'Item', inputType: 'TextField' },
    { id: 'f2', fieldName: 'due', label: 'Due on', inputType: 'Date' },
    { id: 'f3', fieldName: 'remarks', label: 'Remarks', inputType: 'TextArea' },
  ],
};
const BORROWER = {
  id: 'rel_people_loans',
  name: 'borrower',
  label: 'Loans',
  type: 'One to Many' as const,
  primary_module: { name: 'people', label: 'Borrower' },
  related_module: { name: 'loans', label: 'Loan' },
};

const toJson = (definition: ModuleDefinition) => definition as unknown as JsonObject;

describe('A module that exists only in the draft', () => {
  let server: StudioServer;
  beforeAll(() => loadAdminTexts());
  beforeEach(() => {
    server = new StudioServer([moduleDetail(PEOPLE), roleDetail({ id: 'clerk', name: 'Clerk', module_access: {} })]);
    server.openDraft([
      { kind: 'module', id: 'loans', definition: toJson(LOANS) },
      { kind: 'module', id: 'people', definition: toJson({ ...PEOPLE, relationships: [BORROWER] }) },
    ]);
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  const show = (at: string) =>
    showStudio(
      <Routes>
        <Route path="/admin/studio/modules/:id/:tab?/:field?" element={<ModulePage />} />
        <Route path="/admin/studio/layouts/:id" element={<LayoutEditorPage />} />
      </Routes>,
      { path: '*', at },
    );
  const canvas = (): HTMLElement => {
    const found = document.querySelector<HTMLElement>('[data-canvas]');
    if (found === null) throw new Error('There is no canvas');
    return found;
  };
  const drafted = (id: string) => server.drafted<LayoutDefinition>('layout', id);

  it('has links to the layouts of all views, which its fields and relationships fill', async () => {
    const { router } = show('/admin/studio/modules/loans/layouts');
    const link = await screen.findByRole('link', { name: 'Edit' });
    expect(link.getAttribute('href')).toBe('/admin/studio/layouts/loans_edit_generated');
    void router.navigate(link.getAttribute('href') ?? '');
    // The first page of a file loads the code of its widgets.
    const timeout = 10_000 * inject('timeoutFactor');
    await screen.findByText('This module is not published yet: the canvas has no records to show.', undefined, { timeout });
    for (const name of ['Name', 'Item', 'Due on', 'Remarks', 'Borrower']) within(canvas()).getByRole('button', { name });
  });

  it('has a form that is arranged in the draft', async () => {
    const { user } = show('/admin/studio/layouts/loans_edit_generated');
    await screen.findByRole('toolbar', { name: 'Canvas' });
    within(canvas()).getByRole('button', { name: 'Remarks' }).focus();
    await user.keyboard('{Delete}');
    within(canvas()).getByRole('button', { name: 'Due on' }).focus();
    await user.keyboard(' {ArrowUp} ');
    await waitFor(() => {
      const names = drafted('loans_edit_generated')?.sections[0]?.fields.map(({ fieldName }) => fieldName) ?? [];
      expect(names).not.toContain('remarks');
      expect(names.indexOf('due')).toBeLessThan(names.indexOf('item'));
    });
    expect(drafted('loans_edit_generated')).toMatchObject({ ssModule: 'loans', view: 'edit' });
    within(screen.getByRole('complementary', { name: 'Fields' })).getByRole('button', { name: 'Remarks' });
  });

  it('has a list whose columns are chosen in the draft, also for a role', async () => {
    const { user, router } = show('/admin/studio/layouts/loans_grid_generated');
    await screen.findByRole('toolbar', { name: 'Canvas' });
    within(canvas()).getByRole('button', { name: 'Due on' }).focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(drafted('loans_grid_generated')?.view).toBe('grid'));
    const side = screen.getByRole('complementary', { name: 'Properties' });
    await user.click(within(side).getByRole('tab', { name: 'Layout' }));
    await user.click(within(side).getByRole('combobox', { name: 'Copy to a role' }));
    await user.click(await screen.findByRole('option', { name: 'Clerk', hidden: true }));
    await user.click(within(side).getByRole('button', { name: 'Make a layout for the role' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/studio/layouts/loans_grid_Clerk'));
    await waitFor(() => expect(drafted('loans_grid_Clerk')).toMatchObject({ ssModule: 'loans', role: 'Clerk' }));
  });

  it('has no layouts any more when the draft leaves it out', async () => {
    server.changes.delete('module/loans');
    show('/admin/studio/layouts/loans_edit_generated');
    await screen.findByText('There is no such layout');
  });
});
