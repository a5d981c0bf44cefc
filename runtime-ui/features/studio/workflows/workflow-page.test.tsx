import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModuleDefinition, WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import {
  chooseOption,
  dropdownDetail,
  moduleDetail,
  showStudio,
  StudioServer,
  workflowDetail,
} from '../../../../tests/support/studio-server.tsx';
import { loadAdminTexts } from '../../../kit/index.ts';
import { WorkflowPage } from './workflow-page.tsx';

const FIELDS = [
  { id: 'f_name', fieldName: 'name', label: 'Name', inputType: 'TextField' },
  { id: 'f_status', fieldName: 'status', label: 'Status', inputType: 'Dropdown', dropdown: 'tool_status' },
  { id: 'f_due', fieldName: 'due', label: 'Due', inputType: 'Date' },
] as const;
const STATUS = {
  id: 'd_status',
  name: 'tool_status',
  options: [
    { value: 'new', label: 'New' },
    { value: 'lent', label: 'Lent' },
  ],
};
const TOOLS: ModuleDefinition = {
  ...{ id: 'm_tools', name: 'tools', label: 'Tools', labelSingular: 'Tool', kind: 'plain', icon: 'box' },
  fields: [...FIELDS],
};
const VIEW = {
  ...{ _id: 'm_tools', name: 'tools', label: 'Tools', labelSingular: 'Tool', path: '/api/tools', nameField: 'name' },
  fields: FIELDS.map((field) => ({ ...field, refs: [], system: false, rights: { read: 'all', write: 'all' }, operators: [] })),
  relations: [{ name: 'parts', label: 'Parts', direction: 'reverse', modules: ['parts'], fieldName: 'tool', many: true, flex: false }],
  dropdowns: { tool_status: STATUS },
};
const WORKFLOW: WorkflowDefinition = {
  id: 'w_lend',
  name: 'Lend',
  module: 'tools',
  active: true,
  executionOccurs: 'save',
  conditions: [{ id: 'c1', type: 'changes-to', field: 'status', to: 'lent' }],
  actions: [
    { id: 's1', type: 'update-record', values: { due: { date: 'today', add: { amount: 2, unit: 'weeks' } } } },
    { id: 's2', type: 'wait', until: 'due' },
    { id: 's3', type: 'branch', branches: [{ condition: true, steps: [{ id: 's4', type: 'wait', for: { amount: 1, unit: 'days' } }] }] },
  ],
};

describe('The builder of workflows', () => {
  let server: StudioServer;
  const show = (at: string): UserEvent =>
    showStudio(
      <Routes>
        <Route path="/admin/studio/workflows/:id" element={<WorkflowPage />} />
      </Routes>,
      { path: '*', at },
    ).user;
  const drafted = () => server.drafted<WorkflowDefinition>('workflow', WORKFLOW.id);
  const ids = () => drafted()?.actions?.map(({ id }) => id);
  const sentence = (name: string | RegExp) => screen.findByRole('button', { name });

  beforeAll(loadAdminTexts);
  beforeEach(() => {
    const parts = moduleDetail({ ...TOOLS, id: 'm_parts', name: 'parts', label: 'Parts', labelSingular: 'Part' });
    server = new StudioServer([workflowDetail(WORKFLOW), moduleDetail(TOOLS), parts, dropdownDetail(STATUS)]);
    server.views = { tools: VIEW };
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  it('are read as sentences with the labels of fields and options', async () => {
    show('/admin/studio/workflows/w_lend');
    await sentence('A tool is created or changed');
    await sentence('Status changes to Lent');
    await sentence('Set Due to 2 weeks from now');
    await sentence('Wait until Due');
    await sentence('Take the branch if its condition is true');
    await sentence('Wait 1 day');
    screen.getByRole('heading', { name: 'Otherwise' });
  });

  it('are edited in place, by inputs for the type of the field', async () => {
    const user = show('/admin/studio/workflows/w_lend');
    await user.click(await sentence('Status changes to Lent'));
    await user.click(screen.getByRole('checkbox', { name: 'from a value' }));
    await user.click(screen.getByRole('checkbox', { name: 'to a value' }));
    const values = await screen.findByRole('combobox', { name: 'Value: from a value' });
    await chooseOption(user, values, 'New');
    await waitFor(() => expect(drafted()?.conditions).toEqual([{ id: 'c1', type: 'changes-to', field: 'status', from: 'new' }]));
    await sentence('Status changes from New');

    await user.click(await sentence('A tool is created or changed'));
    await chooseOption(user, screen.getByRole('combobox', { name: 'It starts' }), 'Before or after a date');
    await chooseOption(user, await screen.findByRole('combobox', { name: 'Date' }), 'Due');
    await chooseOption(user, screen.getByRole('combobox', { name: 'Time: before or after' }), 'before the date');
    await waitFor(() => expect(drafted()?.time).toEqual({ field: 'due', offset: { amount: -1, unit: 'days' } }));
    expect(drafted()?.appliesTo).toBeUndefined();
    await sentence('It is 1 day before Due of the tool');
  });

  it('get new steps, which are filled in, copied, moved by keyboard and removed', async () => {
    const user = show('/admin/studio/workflows/w_lend');
    await sentence('Wait until Due');
    await user.click(screen.getByRole('button', { name: 'Add step' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Set fields', hidden: true }));
    await waitFor(() => expect(drafted()?.actions).toHaveLength(4));
    await chooseOption(user, await screen.findByRole('combobox', { name: 'Field to set' }), 'Status');
    await chooseOption(user, await screen.findByRole('combobox', { name: 'Status' }), 'New');
    await waitFor(() => expect(drafted()?.actions?.[3]).toMatchObject({ type: 'update-record', values: { status: { value: 'new' } } }));

    const added = await sentence('Set Status to New');
    added.focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(ids()).toEqual(['s1', 's2', expect.any(String), 's3']));
    await screen.findByText('Moved to position 3.');
    expect(document.activeElement?.textContent).toContain('Set Status to New');

    await user.click(screen.getByRole('button', { name: 'More for: Wait until Due' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy', hidden: true }));
    await waitFor(() => expect(drafted()?.actions).toHaveLength(5));
    await user.click(screen.getByRole('button', { name: 'More for: Set Due to 2 weeks from now' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove', hidden: true }));
    await waitFor(() => expect(ids()?.[0]).toBe('s2'));
  });

  it('take steps in branches', async () => {
    const user = show('/admin/studio/workflows/w_lend');
    await user.click(await screen.findByRole('button', { name: 'Add step to: Otherwise' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Notify users', hidden: true }));
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Late');
    await waitFor(() =>
      expect(drafted()?.actions?.[2]).toMatchObject({ otherwise: [{ type: 'notification', text: 'Late', recipients: [{ owner: true }] }] }),
    );
    await sentence('Notify the owner: “Late”');
  });

  it('choose the recipients of an action of a plugin as those of a notification, beside its form', async () => {
    const text = { type: 'string', title: 'Message' };
    const input = {
      type: 'object',
      required: ['recipients', 'text'],
      properties: { recipients: { type: 'array', format: 'recipients' }, text },
    };
    const actions = [{ id: 's1', type: 'plugin', action: 'desk/tell', input: {} } as const];
    server = new StudioServer([workflowDetail({ ...WORKFLOW, actions }), moduleDetail(TOOLS), dropdownDetail(STATUS)]);
    server.views = { tools: VIEW };
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.endsWith('/api/workflow-action-types')
        ? Promise.resolve(Response.json({ data: [{ name: 'desk/tell', label: 'Tell the desk', input }] }))
        : send(url, init),
    );
    const user = show('/admin/studio/workflows/w_lend');
    await user.click(await sentence('Run the action Tell the desk'));
    const people = within(await screen.findByRole('group', { name: 'Recipients' }));
    await user.click(people.getByRole('button', { name: 'Add recipient' }));
    await user.type(await screen.findByRole('textbox', { name: /^Message/u }), 'Late');
    await waitFor(() => expect(drafted()?.actions).toMatchObject([{ input: { recipients: [{ owner: true }], text: 'Late' } }]));
  });

  it('say at their parts what the draft has wrong', async () => {
    server.openDraft([{ kind: 'workflow', id: WORKFLOW.id, definition: { ...(WORKFLOW as unknown as JsonObject), weight: 1 } }]);
    const change = { kind: 'workflow', id: WORKFLOW.id } as const;
    const problem = (path: string, cause: string) => ({ file: 'workflow/Lend', path, cause, change, place: null });
    server.problems = [
      problem('/actions/2/branches/0/steps/0/for', 'Wait for 1 or more.'),
      problem('/actions/0/values/due', 'There is no field due.'),
      problem('/module', 'The module is missing.'),
    ];
    show('/admin/studio/workflows/w_lend');
    const inner = await screen.findByRole('group', { name: 'Wait 1 day' });
    within(inner).getByText('Wait for 1 or more.');
    expect(screen.getAllByText('Wait for 1 or more.')).toHaveLength(1);
    within(await screen.findByRole('group', { name: 'Set Due to 2 weeks from now' })).getByText('There is no field due.');
    screen.getByText('The module is missing.');
  });

  it('list their runs with the steps, and let a failed one go on', async () => {
    const failure = { code: 'mail_failed', text: 'The mailbox is full.' };
    const step = {
      path: 's3/s4',
      type: 'wait',
      status: 'failed',
      at: '2026-03-01T10:00:00.000Z',
      milliseconds: 12,
      attempts: 3,
      error: failure,
    };
    const run = { _id: 'r1', workflow: 'w_lend', module: 'tools', record: null, status: 'failed', error: failure, nextAt: null };
    server.records = { '/api/workflows/w_lend': [{ ...run, startedAt: '2026-03-01T10:00:00.000Z', milliseconds: 40, steps: [step] }] };
    const requests: string[] = [];
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      requests.push(`${init?.method ?? 'GET'} ${input}`);
      return send(input, init);
    });
    const user = show('/admin/studio/workflows/w_lend');
    await user.click(await screen.findByRole('tab', { name: 'Runs' }));
    const runs = within(await screen.findByRole('list', { name: 'Runs' }));
    await user.click(runs.getByRole('button', { name: 'Steps of the run: No record' }));
    await runs.findByText(/^Wait/u);
    expect(runs.getAllByText('The mailbox is full.')).toHaveLength(2);
    await user.click(runs.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(requests).toContain('POST /api/workflow-runs/r1/retry'));
    await chooseOption(user, screen.getByRole('combobox', { name: 'State' }), 'Failed');
    await waitFor(() => expect(requests.some((one) => one.includes('runs?') && one.includes('status=failed'))).toBe(true));
  });

  it('create the web address that starts them, once they are published', async () => {
    const hooked: WorkflowDefinition = { ...WORKFLOW, id: 'w_hook', executionOccurs: 'webhook' };
    server = new StudioServer([workflowDetail(hooked), workflowDetail({ ...WORKFLOW, executionOccurs: 'button' }), moduleDetail(TOOLS)]);
    server.views = { tools: VIEW };
    const send = globalThis.fetch;
    const path = '/api/workflow-hooks/w_hook/secret';
    const rotates = (input: string) => input.endsWith('/api/workflows/w_hook/rotate-secret');
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      rotates(input) ? Promise.resolve(Response.json({ path })) : send(input, init),
    );
    const user = show('/admin/studio/workflows/w_hook');
    await user.click(await sentence(/web address|webhook/iu));
    await user.click(await screen.findByRole('button', { name: 'Create a web address' }));
    expect(await screen.findByRole('textbox', { name: 'Web address' })).toHaveProperty('value', `${location.origin}${path}`);
    cleanup();
    show('/admin/studio/workflows/w_lend');
    await user.click(await sentence(/^A user presses/u));
    await chooseOption(user, screen.getByRole('combobox', { name: 'It starts' }), 'When its web address is called');
    await screen.findByText(/^Publish the workflow first/u);
    expect(screen.queryByRole('button', { name: 'Create a web address' })).toBeNull();
  });

  it('are tested on the past, the draft against the published version', async () => {
    const save = { change: 'a1', record: 't1', name: 'Saw', at: '2026-03-01T10:00:00.000Z', by: null, isNew: false };
    const found = {
      ...{
        _id: 'b1',
        module: 'tools',
        days: 30,
        changeSet: { _id: 'd1', name: 'Draft' },
        hasLive: true,
        error: null,
        skipped: 0,
        total: 40,
      },
      ...{ counts: { both: 0, draft: 2, live: 0 }, saves: { both: [], draft: [save], live: [] } },
    };
    const sent: string[] = [];
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      if (!input.includes('backtest')) return send(input, init);
      sent.push(`${init?.method ?? 'GET'} ${input} ${typeof init?.body === 'string' ? init.body : ''}`);
      const isStart = init?.method === 'POST';
      const body = { ...found, state: isStart ? 'waiting' : 'done', scanned: isStart ? 0 : 40 };
      return Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }));
    });
    server.openDraft([{ kind: 'workflow', id: 'w_lend', definition: { ...WORKFLOW, weight: 5 } as never }]);
    const user = show('/admin/studio/workflows/w_lend');
    await user.click(await screen.findByRole('tab', { name: 'Test' }));
    await screen.findByText('The draft is tested.');
    await user.click(screen.getByRole('button', { name: 'Look back' }));
    const list = within(await screen.findByRole('list', { name: 'Only in the draft (2)' }));
    expect(list.getByRole('link', { name: 'Saw' }).getAttribute('href')).toContain('/tools/t1');
    screen.getByText('In 30 days 2 of 40 saves would have started it.');
    screen.getByText('The latest 1 are listed.');
    expect(sent[0]).toMatch(/^POST \/api\/workflows\/w_lend\/backtest \{"days":30,"changeSet":"[^"]+"\}$/u);
  });
});
