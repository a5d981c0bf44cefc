import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChangeSetView } from '#engine/model/wire';
import { loadAdminTexts } from '../../../kit/index.ts';
import { DRAFT, EMPTY_PLAN, renderInStudio, serve, type SentRequest } from '../../../../tests/support/studio-fixture.tsx';
import { DraftBar } from './draft-bar.tsx';
import { useDraft, type Draft } from './use-draft.ts';

const SHARED: ChangeSetView = { ...DRAFT, _id: 'd2', name: 'Ours', shared: true, author: { _id: 'u2', name: 'Sam' } };
const [CHANGE] = DRAFT.changes;
const PLAN = {
  ...EMPTY_PLAN,
  changes: [{ kind: 'dropdown', id: 'states', artifact: 'dropdown/states', name: 'States', action: 'changed', differences: [] }],
  indexes: [{ module: 'tools', action: 'build', fields: ['due'], unique: false, contains: false, records: 9, estimatedSeconds: 2 }],
  records: [
    { module: 'tools', field: 'note', column: null, id: 'f', reason: 'required', value: null, count: 3, examples: [], choices: [] },
  ],
};

let draft: Draft;
function Bar() {
  draft = useDraft();
  return <DraftBar />;
}

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** A server with the user's draft and a shared one. */
function start(more: { readonly [request: string]: unknown } = {}) {
  const server = { draft: DRAFT as ChangeSetView | undefined, isDown: false };
  const sent = serve({
    'GET /api/change-sets': () => ({ data: [...(server.draft ? [server.draft] : []), SHARED], total: 2 }),
    'GET /api/change-sets/d1': () => server.draft ?? new Response(null, { status: 404 }),
    'GET /api/change-sets/d2': SHARED,
    'POST /api/change-sets/d1/plan': PLAN,
    'POST /api/change-sets/d2/plan': EMPTY_PLAN,
    'PUT /api/change-sets/d1': ({ body }: SentRequest) => {
      server.draft = { ...DRAFT, ...(body as object), _version: (server.draft?._version ?? 0) + 1 };
      return server.draft;
    },
    'PUT /api/change-sets/d1/changes': () => {
      if (server.isDown) throw new TypeError('offline');
      server.draft = { ...DRAFT, _version: (server.draft?._version ?? 0) + 1 };
      return server.draft;
    },
    'DELETE /api/change-sets/d1': () => {
      server.draft = undefined;
      return { success: true };
    },
    ...more,
  });
  renderInStudio(<Bar />);
  return { server, sent, user: userEvent.setup() };
}

describe('The bar of the open draft', () => {
  it('says what publishing would do, and publishes after asking', async () => {
    const { sent, user } = start({
      'POST /api/change-sets/d1/publish': () => ({ success: true, _id: 'd1', definitionVersion: 8 }),
    });
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    await bar.findByText('1 index to build');
    bar.getByText('about 2 s');
    bar.getByText('3 records affected');
    bar.getByText(/1 change · Saved/u);
    await user.click(bar.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish Spring?' }));
    dialog.getByText(/Publishing changes 1 definition and builds 1 index\./u);
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(sent.find(({ path }) => path.endsWith('/publish'))?.body).toMatchObject({ _version: 3 }));
  });

  it('counts the conversion of values in the time of the work', async () => {
    const conversion = { module: 'tools', field: 'size', id: 'f_size', label: 'Size', from: 'TextField', to: 'Number', count: 30_000 };
    const conversions = [{ ...conversion, examined: 20_000, failed: 0, estimatedSeconds: 400, options: [] }];
    start({ 'POST /api/change-sets/d1/plan': { ...PLAN, conversions } });
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    await bar.findByText('1 index to build, 30,000 values to convert');
    bar.getByText('about 7 min');
  });

  it('leads to the review if something is to be decided', async () => {
    const choice = { ...PLAN.records[0], reason: 'field', choices: ['keep', 'clear'] };
    const { user } = start({ 'POST /api/change-sets/d1/plan': { ...PLAN, records: [choice] } });
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    await bar.findByText('1 to decide');
    await user.click(bar.getByRole('button', { name: 'Publish' }));
    expect(screen.getByLabelText('Place').textContent).toBe('/admin/studio/change-sets/d1');
  });

  it('renames and shares the draft, and opens one that somebody shared', async () => {
    const { sent, user } = start();
    await user.click(await screen.findByRole('button', { name: 'Spring' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename', hidden: true }));
    const name = await screen.findByRole('textbox', { name: 'Name of the draft' });
    await user.clear(name);
    await user.type(name, 'Summer{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Summer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Share with all admins', hidden: true }));
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
        { name: 'Summer', _version: 3 },
        { shared: true, _version: 4 },
      ]),
    );
    await user.click(await screen.findByRole('button', { name: /Spring|Summer/u }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ours (Sam)', hidden: true }));
    await screen.findByRole('button', { name: 'Ours' });
  });

  it('asks before it discards, with the number of changes', async () => {
    const { sent, user } = start();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard Spring?' }));
    await user.click(dialog.getByRole('button', { name: 'Discard 1 change' }));
    await screen.findByRole('button', { name: 'No draft is open' });
    expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/change-sets/d1')).toBe(true);
  });

  it('shows the conversion of a change-set, which is neither published again nor discarded meanwhile', async () => {
    const converted = { ...DRAFT, conversion: { state: 'running', done: 1, total: 3 } };
    start({ 'GET /api/change-sets': { data: [converted], total: 1 } });
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    const link = await bar.findByRole('link', { name: 'Converting 33 %' });
    expect(link.getAttribute('href')).toBe('/admin/studio/change-sets/d1');
    bar.getByRole('button', { name: 'Review' });
    expect(bar.queryByRole('button', { name: 'Publish' })).toBeNull();
    expect(bar.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('shows conversions also without a draft, and leads to the list if there are several', async () => {
    const stopped = { ...DRAFT, state: 'published', conversion: { state: 'stopped', done: 1, total: 3 } };
    const blocked = { ...stopped, _id: 'p2', conversion: { ...stopped.conversion, state: 'blocked' } };
    const list = ({ query }: SentRequest) => ({ data: query.includes('state=draft') ? [] : [stopped, blocked], total: 2 });
    start({ 'GET /api/change-sets': list });
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    expect((await bar.findByRole('link', { name: 'Work on 2 change-sets' })).getAttribute('href')).toBe('/admin/studio/change-sets');
    expect(bar.queryByText(/Saved/u)).toBeNull();
  });

  it('shows values that are being replaced, and records that a rule refuses', async () => {
    const published = { ...DRAFT, state: 'published', replacement: { state: 'refused', done: 3, total: 3, refused: 3 } };
    start({ 'GET /api/change-sets': ({ query }: SentRequest) => ({ data: query.includes('state=draft') ? [] : [published], total: 1 }) });
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    expect((await bar.findByRole('link', { name: '3 records refused' })).getAttribute('href')).toBe('/admin/studio/change-sets/d1');
  });

  it('is there without a draft, says how one begins, and opens one that somebody shared', async () => {
    const { server, user } = start({
      'GET /api/change-sets': ({ query }: SentRequest) => ({ data: query.includes('state=draft') ? [SHARED] : [], total: 1 }),
    });
    server.draft = undefined;
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    bar.getByText('0 changes · The first change begins a draft.');
    for (const name of ['Discard', 'Review', 'Publish'])
      expect(bar.getByRole<HTMLButtonElement>('button', { name }).disabled, name).toBe(true);
    await user.click(bar.getByRole('button', { name: 'No draft is open' }));
    expect(screen.queryByRole('menuitem', { name: 'Rename', hidden: true })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Ours (Sam)', hidden: true }));
    await bar.findByRole('button', { name: 'Ours' });
    await waitFor(() => expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Discard' }).disabled).toBe(false));
  });

  it('keeps what could not be saved, and sends it again', async () => {
    const { server, user } = start();
    const bar = within(await screen.findByRole('region', { name: 'Open draft' }));
    server.isDown = true;
    act(() => draft.change('dropdown', 'states', { ...CHANGE?.definition, name: 'phases' }));
    await bar.findByText(/Not saved\. The changes stay in this browser\./u);
    server.isDown = false;
    await user.click(bar.getByRole('button', { name: 'Try again' }));
    await bar.findByText(/1 change · Saved/u);
    await user.click(bar.getByRole('button', { name: 'Undo' }));
    await bar.findByText(/1 change · Saved/u);
  });
});
