import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { DefinitionDetail } from '#engine/model/wire';
import { chooseOption, moduleDetail, showStudio, StudioServer, workflowDetail } from '../../../../tests/support/studio-server.tsx';
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
    server.views = { tools: { label: 'Tools', labelSingular: 'Tool' } };
    return showStudio(
      <Routes>
        <Route path="/admin/studio/workflows" element={<WorkflowsPage />} />
        <Route path="/admin/studio/workflows/:id" element={<p>Builder</p>} />
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
    expect((await screen.findByRole('link', { name: 'Flow a' })).getAttribute('href')).toBe('/admin/studio/workflows/a');
    await waitFor(() => expect(within(rows()[0]!).getByText('Tools')).toBeDefined());
    await waitFor(() => expect(rows()[0]?.querySelector('.sw-when')?.textContent).toBe('A tool is created or changed'));
    expect(within(rows()[0]!).getByRole('switch', { name: 'Flow a is on' })).toHaveProperty('checked', true);
    expect(rows()[0]?.querySelector('time')?.dateTime).toBe('2026-03-01T10:00:00.000Z');
    expect(within(rows()[1]!).getByText('Broken').closest('td')?.title).toBe('There is no field due.');
    expect(within(rows()[1]!).getByText('Not changed here')).toBeDefined();
  });

  it('say what is missing, and which did not run for long', async () => {
    const old = { updatedAt: '2020-03-01T10:00:00.000Z', lastRunAt: '2020-03-02T10:00:00.000Z' };
    const recipients = [{ user: 'gone' }];
    const alerts = [{ id: 'a1', name: 'A', alertType: 'email', sourceType: 'template', campaignTemplate: 'gone', recipients }] as const;
    show([
      workflowDetail(workflow('a', { alerts: alerts as never }), old),
      workflowDetail(workflow('b', { actions: [{ id: 's1', type: 'update-record', values: { holder: { user: 'owner' } } }] }), {
        ...{ ...old, lastRunAt: new Date().toISOString() },
      }),
    ]);
    await waitFor(() =>
      expect(within(rows()[0]!).getByText('Something is missing').closest('span[title]')?.getAttribute('title')).toBe(
        'A user that it names does not exist any more. A template that an alert uses does not exist any more.',
      ),
    );
    expect(within(rows()[0]!).getByText('No run in 90 days')).toBeDefined();
    expect(rows()[1]?.textContent).not.toMatch(/missing|90 days/);
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

  it('are switched off and copied', async () => {
    const user = show([workflowDetail(workflow('a', { actions: [{ id: 's1', type: 'wait', for: { amount: 1, unit: 'days' } }] }))]);
    await user.click(await screen.findByRole('switch', { name: 'Flow a is on' }));
    await waitFor(() => expect(server.drafted<WorkflowDefinition>('workflow', 'a')?.active).toBe(false));
    await user.click(screen.getByRole('button', { name: 'Copy Flow a' }));
    await screen.findByText('Builder');
    await waitFor(() => expect(server.draftedOf('workflow')).toHaveLength(2));
    const copied = server.draftedOf<WorkflowDefinition>('workflow')[1];
    expect(copied).toMatchObject({ name: 'Copy of Flow a', active: false, module: 'tools', actions: [{ type: 'wait' }] });
    expect(copied?.actions?.[0]?.id).not.toBe('s1');
  });

  it('begin empty, of a module', async () => {
    const user = show([]);
    await user.click(await screen.findByRole('button', { name: 'New workflow' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Return');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText('Choose a module.');
    await chooseOption(user, screen.getByRole('combobox', { name: 'Module' }), 'Tools');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText('Builder');
    const begun = { name: 'Return', module: 'tools', executionOccurs: 'save', active: false };
    await waitFor(() => expect(server.draftedOf('workflow')).toMatchObject([begun]));
  });

  it('begin as an example', async () => {
    const user = show([workflowDetail(workflow('a', { weight: 7 }))]);
    await user.click(await screen.findByRole('button', { name: 'New workflow' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'As a');
    await chooseOption(user, screen.getByRole('combobox', { name: 'Start from' }), 'Flow a');
    expect(screen.queryByRole('combobox', { name: 'Module' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(server.draftedOf('workflow')).toMatchObject([{ name: 'As a', weight: 7, active: false }]));
  });
});
