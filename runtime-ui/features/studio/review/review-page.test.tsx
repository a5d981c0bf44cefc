import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChangeSetPlan, ConversionView } from '#engine/model/wire';
import { loadAdminTexts } from '../../../kit/index.ts';
import { DRAFT, EMPTY_PLAN, renderInStudio, serve, type SentRequest } from '../../../../tests/support/studio-fixture.tsx';
import { ReviewPage } from './review-page.tsx';

const OPTION = { id: 'f_state', module: 'tools', field: 'state', column: null, reason: 'option', value: 'old', count: 2 } as const;
const PLAN: ChangeSetPlan = {
  ...EMPTY_PLAN,
  changes: [
    {
      kind: 'dropdown',
      id: 'states',
      artifact: 'dropdown/states',
      name: 'States',
      action: 'changed',
      differences: [{ path: '/options/old', label: 'Old', before: { value: 'old' }, after: null, text: 'Option Old is removed' }],
    },
  ],
  conflicts: [
    {
      artifact: 'dropdown/states',
      path: '/name',
      before: 'states',
      mine: 'conditions',
      theirs: 'phases',
      changeSet: { _id: 'c9', name: 'Autumn', author: 'Sam' },
    },
  ],
  indexes: [{ module: 'tools', action: 'build', fields: ['due'], unique: false, contains: false, records: 9, estimatedSeconds: 2 }],
  records: [{ ...OPTION, examples: [{ _id: 'r1', name: 'Saw' }], choices: ['keep', 'clear', 'map'] }],
  references: [{ target: 'dropdown/states', from: 'module/tools', path: '/fields/state/dropdown' }],
  access: [
    {
      role: { _id: 'k', name: 'Keeper' },
      module: 'tools',
      field: null,
      right: 'edit',
      before: 'All',
      after: 'Owner',
      change: 'loses',
      count: 4,
    },
  ],
};

const TOOLS = {
  ...{ kind: 'module', id: 'tools', name: 'tools', label: 'Tools', artifact: 'module/tools', origin: 'product', plugin: null },
  ...{ customized: false, layout: null, references: [] },
  module: { icon: null, moduleKind: 'plain', fields: 3, relationships: 0, active: true, locked: false },
};
const page = { path: '/admin/studio/change-sets/:id', at: '/admin/studio/change-sets/d1' };
const drafts = { 'GET /api/change-sets': { data: [DRAFT], total: 1 }, 'GET /api/change-sets/d1': DRAFT };

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('The review of a draft', () => {
  it('says what changes, is decided there, and then published with the decisions', async () => {
    let published = false;
    const sent = serve({
      ...drafts,
      'GET /api/change-sets': () => ({ data: published ? [] : [DRAFT], total: published ? 0 : 1 }),
      'GET /api/change-sets/d1': () => (published ? { ...DRAFT, state: 'published', _version: 1 } : DRAFT),
      'POST /api/change-sets/d1/plan': PLAN,
      'POST /api/change-sets/d1/publish': () => {
        published = true;
        return { success: true, _id: 'd1', definitionVersion: 8 };
      },
      'POST /api/change-sets/d1/plan-revert': { ...EMPTY_PLAN, notRestored: [] },
    });
    renderInStudio(<ReviewPage />, page);
    const user = userEvent.setup();
    const group = await screen.findByRole('region', { name: 'States' });
    within(group).getByText('Option Old is removed');
    expect(within(group).getAllByText('Blocks')).toHaveLength(2);
    expect(within(group).getByRole('link', { name: 'Saw' }).getAttribute('href')).toContain('/tools/r1');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Publish after 2 decisions' });
    expect(button.disabled).toBe(true);
    const plan = screen.getByRole('complementary', { name: 'Plan' });
    for (const text of ['2 changes block', 'tools.due', 'build, about 2 s', 'Keeper: Edit on Tools']) within(plan).getByText(text);
    screen.getByText('Publishing changes 1 definition, builds 1 index, and takes rights from 1 role.');

    await user.click(within(group).getByRole('combobox', { name: 'What happens to the 2 values' }));
    await user.click(await screen.findByRole('option', { name: 'Change them to Open', hidden: true }));
    const theirs = within(group).getByRole('radio', { name: /Sam, in “Autumn”/u });
    await user.click(theirs);
    expect(within(group).getAllByText('Decided')).toHaveLength(2);
    screen.getByText('Publishing changes 1 definition, builds 1 index, changes 2 values, and takes rights from 1 role.');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/publish'))?.body).toEqual({
        _version: 3,
        values: { f_state: { map: { old: 'open' } } },
        conflicts: { 'dropdown/states#/name': 'theirs' },
      }),
    );
    // The published change-set takes the place of the draft; the notice offers its revert too.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Revert' })).toHaveLength(2));
    await user.click(screen.getAllByRole('button', { name: 'Revert' })[1] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Revert Spring?' });
  });

  it('shows both states as JSON', async () => {
    serve({ ...drafts, 'POST /api/change-sets/d1/plan': PLAN });
    renderInStudio(<ReviewPage />, page);
    await userEvent.setup().click(await screen.findByRole('tab', { name: 'JSON' }));
    const diff = within(screen.getAllByRole('region', { name: 'States' }).at(-1) as HTMLElement);
    const removed = diff.getByText(/"value": "old"/u);
    expect(removed.className).toBe('sr-diff-removed');
  });

  it('cannot be published with problems, and leads to their places', async () => {
    const problem = {
      file: 'dropdown/states',
      path: '/options',
      cause: 'The engine needs the value Old.',
      change: { kind: 'dropdown', id: 'states' },
      place: { kind: 'dropdown', id: 'states', artifact: 'dropdown/states', field: null, path: '/options' },
    };
    const elsewhere = {
      ...{ file: 'definitions/work/tools/module.json', path: '/fields/2/default', cause: 'The default is no option.', change: null },
      place: { kind: 'module', id: 'tools', artifact: 'module/tools', field: { id: 'f_state', label: 'State' }, path: '/default' },
    };
    serve({
      ...drafts,
      'GET /api/definitions': ({ query }: SentRequest) => ({ data: query.includes('module') ? [TOOLS] : [], total: 1 }),
      'POST /api/change-sets/d1/plan': { ...PLAN, conflicts: [], records: [], problems: [problem, elsewhere] },
    });
    renderInStudio(<ReviewPage />, page);
    const group = await screen.findByRole('region', { name: 'States' });
    within(group).getByText(/The engine needs the value Old/u);
    expect(within(group).getByRole('link', { name: 'states › Options' }).getAttribute('href')).toBe('/admin/studio/dropdowns/states');
    // Of an artifact that the draft does not change: its label and that of the field; the file is only a tooltip.
    const link = await screen.findByRole('link', { name: 'Tools › State › Starts as' });
    expect(link.getAttribute('href')).toBe('/admin/studio/modules/tools/fields/f_state');
    expect(link.getAttribute('title')).toBe('definitions/work/tools/module.json /fields/2/default');
    expect(screen.queryByText(/module\.json/u)).toBeNull();
    const plan = within(screen.getByRole('complementary', { name: 'Plan' }));
    expect(plan.getByRole('link', { name: 'Tools' }).getAttribute('href')).toBe('/admin/studio/modules/tools');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Solve the problems first' }).disabled).toBe(true);
  });
});

const SIZE = { module: 'tools', id: 'f_size', field: 'size', label: 'Size', from: 'TextField', to: 'Dropdown' } as const;

describe('The plan on a phone', () => {
  it('is above the changes, and what it lists below them', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...{ matches: query === '(max-width: 680px)', media: query },
      ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
      ...{ addListener: () => undefined, removeListener: () => undefined },
    }));
    serve({ ...drafts, 'POST /api/change-sets/d1/plan': PLAN });
    renderInStudio(<ReviewPage />, page);
    const group = await screen.findByRole('region', { name: 'States' });
    const plan = screen.getByRole('complementary', { name: 'Plan' });
    within(plan).getByText('2 changes block');
    const details = screen.getByRole('region', { name: 'What refers to it' });
    expect(plan.compareDocumentPosition(group)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(group.compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('A draft with another type', () => {
  const change: ChangeSetPlan['changes'][number] = {
    kind: 'module',
    id: 'tools',
    artifact: 'module/tools',
    name: 'Tools',
    action: 'changed',
    differences: [
      { path: '/fields/f_size/inputType', label: 'Type of Size', before: 'TextField', after: 'Dropdown', text: 'The type of Size changes' },
    ],
  };
  const plan: ChangeSetPlan = {
    ...EMPTY_PLAN,
    changes: [change],
    conversions: [{ ...SIZE, count: 30_000, examined: 20_000, failed: 3, estimatedSeconds: 60, options: [{ value: 'l', label: 'Large' }] }],
    records: [
      {
        module: 'tools',
        field: 'size',
        column: null,
        id: 'f_size',
        reason: 'type',
        value: 'Huge',
        count: 3,
        examples: [{ _id: 'r1', name: 'Saw', value: 'Huge' }],
        choices: ['clear', 'map'],
      },
    ],
  };

  it('says what is converted, takes a decision about what cannot be, and waits until that is done', async () => {
    let isRunning = false;
    const running = { state: 'running', kind: 'publish', startedAt: DRAFT.createdAt, endedAt: null, problem: null } as const;
    const conversion = { ...running, fields: [{ ...SIZE, records: 30_000, done: 0, failed: 0, examples: [] }] };
    const sent = serve({
      ...drafts,
      'GET /api/change-sets/d1': () => ({ ...DRAFT, conversion: isRunning ? conversion : null }),
      'POST /api/change-sets/d1/plan': plan,
      'POST /api/change-sets/d1/publish': () => {
        isRunning = true;
        return { success: true, _id: 'd1', definitionVersion: 7, conversion: 'running' };
      },
    });
    renderInStudio(<ReviewPage />, page);
    const user = userEvent.setup();
    const group = await screen.findByRole('region', { name: 'Tools' });
    within(group).getByText(/30,000 values are converted before it takes effect.*60 s.*The first 20,000 were looked at/u);
    within(group).getByText(/“Huge” is no option of the new type: 3 records have it/u);
    await user.click(within(group).getByRole('combobox', { name: 'What happens to the 3 values' }));
    await user.click(await screen.findByRole('option', { name: 'Change them to Large', hidden: true }));
    screen.getByText('Publishing changes 1 definition, converts 30,000 values, and changes 3 values.');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const panel = await screen.findByRole('region', { name: 'Conversion of values' });
    within(panel).getByText('Values are being converted');
    expect(sent.find(({ path }) => path.endsWith('/publish'))?.body).toMatchObject({ values: { f_size: { map: { Huge: 'l' } } } });
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  });
});

describe('A conversion of values', () => {
  const field = { ...SIZE, to: 'Number', records: 1_000, done: 250, failed: 0, examples: [] } as const;
  const make = (more: Partial<ConversionView>): ConversionView => {
    const progress = { state: 'running', done: 250, total: 1_000 } as const;
    return { ...progress, kind: 'publish', startedAt: DRAFT.createdAt, endedAt: null, fields: [field], problem: null, ...more };
  };

  it('shows how far it is, and is stopped, resumed and cancelled', async () => {
    let now: ConversionView | null = make({});
    const become = (state: ConversionView['state']) => () => (now = make({ state }));
    const sent = serve({
      ...drafts,
      'GET /api/change-sets/d1': () => ({ ...DRAFT, conversion: now }),
      'POST /api/change-sets/d1/plan': EMPTY_PLAN,
      'POST /api/change-sets/d1/conversion/stop': become('stopped'),
      'POST /api/change-sets/d1/conversion/resume': become('running'),
      'POST /api/change-sets/d1/conversion/cancel': () => {
        now = null;
        return { success: true };
      },
    });
    renderInStudio(<ReviewPage />, page);
    const user = userEvent.setup();
    const panel = within(await screen.findByRole('region', { name: 'Conversion of values' }));
    panel.getByText(/Size of tools: Text to Number/u);
    panel.getByRole('progressbar', { name: /250 of 1,000 values/u });
    await user.click(panel.getByRole('button', { name: 'Stop' }));
    await user.click(await panel.findByRole('button', { name: 'Resume' }));
    await user.click(await panel.findByRole('button', { name: 'Stop' }));
    await user.click(await panel.findByRole('button', { name: 'Cancel conversion' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Conversion of values' })).toBeNull());
    expect(sent.filter(({ path }) => path.includes('/conversion/')).map(({ path }) => path.split('/').at(-1))).toEqual([
      'stop',
      'resume',
      'stop',
      'cancel',
    ]);
  });

  it('that waits shows the values, which can be removed', async () => {
    const failing = { ...field, failed: 2, examples: [{ _id: 'r1', name: 'Saw', value: 'round' }] };
    const problem = { code: 'definition_invalid', text: 'The definition is not valid.', details: ['There is no dropdown sizes.'] };
    const sent = serve({
      ...drafts,
      'GET /api/change-sets/d1': { ...DRAFT, conversion: make({ state: 'blocked', fields: [failing], problem }) },
      'POST /api/change-sets/d1/plan': EMPTY_PLAN,
      'POST /api/change-sets/d1/conversion/resume': make({}),
    });
    renderInStudio(<ReviewPage />, page);
    const panel = within(await screen.findByRole('region', { name: 'Conversion of values' }));
    panel.getByText(/2 values cannot be converted/u);
    expect(panel.getByRole('link', { name: 'Saw' }).getAttribute('href')).toContain('/tools/r1');
    panel.getByText('There is no dropdown sizes.');
    panel.getByRole('button', { name: 'Try again' });
    await userEvent.setup().click(panel.getByRole('button', { name: 'Remove these values and go on' }));
    await waitFor(() => expect(sent.find(({ path }) => path.endsWith('/resume'))?.body).toEqual({ values: { f_size: 'clear' } }));
  });

  it('of a published change-set is shown when it is done, and while it is reverted', async () => {
    const published = { ...DRAFT, _version: 1, state: 'published' as const, definitionVersion: 8 };
    let conversion = make({ state: 'done', fields: [{ ...field, done: 1_000 }] });
    serve({ 'GET /api/change-sets': { data: [], total: 0 }, 'GET /api/change-sets/d1': () => ({ ...published, conversion }) });
    renderInStudio(<ReviewPage />, page);
    await screen.findByText('Values were converted');
    screen.getByText('1,000 of 1,000 values');
    screen.getByRole('button', { name: 'Revert' });
    cleanup();
    conversion = make({ kind: 'revert' });
    renderInStudio(<ReviewPage />, page);
    await screen.findByText('Values are being converted');
    expect(screen.queryByRole('button', { name: 'Revert' })).toBeNull();
    screen.getByRole('button', { name: 'Stop' });
  });
});

describe('A published change-set', () => {
  const published = { ...DRAFT, _version: 1, state: 'published' as const, definitionVersion: 8 };

  it('is reverted after a look at what cannot be restored, and with a decision on values', async () => {
    const sent = serve({
      'GET /api/change-sets': { data: [], total: 0 },
      'GET /api/change-sets/d1': published,
      'GET /api/change-sets/d2': { ...published, _id: 'd2', name: 'Revert of Spring', reverts: 'd1' },
      'POST /api/change-sets/d1/plan-revert': {
        ...EMPTY_PLAN,
        notRestored: ['Values of Old in states that were cleared or replaced are not restored.'],
        records: [{ ...OPTION, value: null, reason: 'field', examples: [], choices: ['keep', 'clear'] }],
      },
      'POST /api/change-sets/d1/revert': { success: true, _id: 'd2', definitionVersion: 9, notRestored: [] },
    });
    renderInStudio(<ReviewPage />, page);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Revert' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revert Spring?' });
    await within(dialog).findByText('Values of Old in states that were cleared or replaced are not restored.');
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Revert' });
    expect(confirm.disabled).toBe(true);
    await user.click(within(dialog).getByRole('combobox', { name: 'What happens to the 2 values' }));
    await user.click(await screen.findByRole('option', { name: 'Remove them', hidden: true }));
    await user.click(confirm);
    await waitFor(() => expect(screen.getByLabelText('Place').textContent).toBe('/admin/studio/change-sets/d2'));
    expect(sent.find(({ path }) => path.endsWith('/revert'))?.body).toEqual({ values: { f_state: 'clear' } });
  });

  it('cannot be reverted while later ones build on it', async () => {
    serve({
      'GET /api/change-sets': { data: [], total: 0 },
      'GET /api/change-sets/d1': published,
      'POST /api/change-sets/d1/plan-revert': { ...EMPTY_PLAN, conflicts: PLAN.conflicts, notRestored: [] },
    });
    renderInStudio(<ReviewPage />, { ...page, at: `${page.at}?revert` });
    const dialog = await screen.findByRole('dialog', { name: 'Revert Spring?' });
    await within(dialog).findByText('Later changes build on this one');
    within(dialog).getByText(/Autumn/u);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Revert' }).disabled).toBe(true);
  });
});
