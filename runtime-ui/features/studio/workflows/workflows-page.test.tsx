import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { DefinitionDetail } from '#engine/model/wire';
import { moduleDetail, showStudio, StudioServer, workflowDetail } from '../../../../tests/support/studio-server.tsx';
import { loadAdminTexts, loadLazyTexts } from '../../../kit/index.ts';
import { WorkflowsPage } from './workflows-page.tsx';

const workflow = (id: string, more: Partial<WorkflowDefinition> = {}): WorkflowDefinition => ({
  ...{ id, name: `Flow ${id}`, module: 'tools', executionOccurs: 'save', active: true },
  ...more,
});

describe('The workflows in the studio', () => {
  let server: StudioServer;
  const show = (details: readonly DefinitionDetail[]) => {
    const tools = moduleDetail({ id: 'm_tools', name: 'tools', label: 'Tools', labelSingular: 'Tool', kind: 'plain', fields: [] });
    server = new StudioServer([tools, ...details]);
    return showStudio(
      <Routes>
        <Route path="/admin/studio/workflows" element={<WorkflowsPage />} />
        <Route path="/admin/studio/json/workflow/:id" element={<p>JSON page</p>} />
      </Routes>,
      { path: '*', at: '/admin/studio/workflows' },
    ).user;
  };
  const rows = () => screen.getAllByRole('row').slice(1);

  beforeAll(async () => {
    await loadAdminTexts();
    await loadLazyTexts();
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('are listed with module, start, state and last change', async () => {
    const broken = workflowDetail(workflow('b', { executionOccurs: 'time', active: false }), { problem: 'There is no field due.' });
    show([workflowDetail(workflow('a'), { updatedAt: '2026-03-01T10:00:00.000Z' }), broken]);
    expect((await screen.findByRole('link', { name: 'Flow a' })).getAttribute('href')).toBe('/admin/studio/json/workflow/a');
    await waitFor(() => expect(within(rows()[0]!).getByText('Tools')).toBeDefined());
    expect(within(rows()[0]!).getByText('A record is saved')).toBeDefined();
    expect(within(rows()[0]!).getByText('On')).toBeDefined();
    expect(rows()[0]?.querySelector('time')?.dateTime).toBe('2026-03-01T10:00:00.000Z');
    expect(within(rows()[1]!).getByText('Broken').closest('td')?.title).toBe('There is no field due.');
    expect(within(rows()[1]!).getByText('Not changed here')).toBeDefined();
  });

  it('are ten to a page, and found by name and module', async () => {
    const many = Array.from({ length: 12 }, (_, index) => workflowDetail(workflow(String(index + 10))));
    const user = show(many);
    await screen.findByRole('link', { name: 'Flow 10' });
    expect(rows()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual(['Flow 20', 'Flow 21']);
    await user.type(screen.getByRole('searchbox', { name: 'Find a workflow' }), 'flow 1');
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(screen.getByRole('link', { name: 'Flow 10' })).toBeDefined();
  });

  it('are added to the draft, switched off, and opened as JSON', async () => {
    const user = show([]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'New workflow' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('button', { name: 'New workflow' }));
    await screen.findByText('JSON page');
    await waitFor(() => expect(server.draftedOf('workflow')).toMatchObject([{ module: 'tools', executionOccurs: 'save', active: false }]));
  });
});
