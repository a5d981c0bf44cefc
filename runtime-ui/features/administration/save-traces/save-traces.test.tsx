import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SaveReplayView, SaveTraceView, TraceStep } from '#engine/model/wire';
import { queryKeys } from '../../../client/index.ts';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { chooseOption } from '../../../../tests/support/studio-server.tsx';
import { SaveTracePage } from './save-trace-page.tsx';
import { SaveTracesPage } from './save-traces-page.tsx';

const step = (change: Partial<TraceStep>): TraceStep => ({
  ...{ kind: 'stage', name: 'Checks', plugin: null, depth: 1, start: 1, milliseconds: 2 },
  ...{ fields: [], queries: [], queryCount: 0, run: null, error: null },
  ...change,
});
const WEIGHT = { field: 'weight', label: 'Weight', before: 10, after: 15, isCut: false };
const TRACE: SaveTraceView = {
  ...{ _id: 't1', at: '2026-01-02T03:04:05.000Z', user: 'u1', userName: 'Ann Lee', module: 'crates', record: 'r1', kind: 'update' },
  ...{ outcome: 'saved', error: null, milliseconds: 12.34, queryCount: 3, stepsLeftOut: 2, canReplay: true },
  steps: [
    step({ kind: 'save', name: 'update crates', depth: 0, start: 0, milliseconds: 12 }),
    step({
      ...{ kind: 'preSave', name: 'weigh', plugin: 'scales', fields: [WEIGHT] },
      ...{ queries: [{ kind: 'find', collection: 'makers', milliseconds: 0.42 }], queryCount: 3 },
    }),
  ],
};
const REFUSED = {
  ...TRACE,
  ...{
    _id: 't2',
    outcome: 'refused',
    kind: 'create',
    user: null,
    userName: '',
    error: { code: 'tool_banned', text: 'This tool is banned.' },
  },
};
const REPLAY: SaveReplayView = {
  old: TRACE,
  replayed: TRACE,
  differences: [{ kind: 'field', step: 'preSave weigh', field: 'Weight', before: '15', after: '17' }],
};

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the pages at an address, with a server that has two traces and one traced user. Returns the requests that change something. */
function show(address: string): string[] {
  const sent: string[] = [];
  const respond = (url: string): object => {
    if (url.endsWith('/replay')) return REPLAY;
    if (url.endsWith('/users')) return { data: [{ user: 'u1', userName: 'Ann Lee', until: '2026-01-02T04:04:05.000Z' }], total: 1 };
    return url.includes('/t1') ? TRACE : { data: url.includes('outcome=refused') ? [REFUSED] : [TRACE, REFUSED], total: 2, pageNumber: 0 };
  };
  vi.stubGlobal('fetch', (input: string | URL | Request, { method = 'GET' }: { readonly method?: string } = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    if (method !== 'GET') sent.push(`${method} ${url}`);
    return Promise.resolve(Response.json(respond(url)));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const crates = { name: 'crates', label: 'Crates', labelSingular: 'Crate', path: '/api/crates' };
  client.setQueryData(queryKeys.shell(), { modules: [crates], isStaff: true, user: { userType: 'System Admin' } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <KitProvider>
          <Routes>
            <Route path="/admin/save-traces" element={<SaveTracesPage />} />
            <Route path="/admin/save-traces/:id" element={<SaveTracePage />} />
          </Routes>
        </KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return sent;
}

describe('the traces of saves', () => {
  it('are listed with who saved and why a save was refused, filtered by outcome, and stopped for a user', async () => {
    const sent = show('/admin/save-traces');
    const user = userEvent.setup();
    await screen.findByRole('link', { name: /^Open the trace: Change in Crates/ });
    screen.getByText('This tool is banned.');
    await chooseOption(user, screen.getByRole('combobox', { name: 'Outcome' }), 'Refused');
    await screen.findByRole('link', { name: /^Open the trace: New record in Crates/ });
    expect(screen.queryByRole('link', { name: /Change in Crates/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Stop tracing Ann Lee' }));
    await screen.findByText('The saves of Ann Lee are not traced any more.');
    expect(sent).toEqual(['DELETE /api/save-traces/users/u1']);
  });

  it('show the steps with fields and queries, and what a replay does differently', async () => {
    const sent = show('/admin/save-traces/t1');
    const user = userEvent.setup();
    await screen.findByRole('heading', { name: 'Change in Crates' });
    expect(screen.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toContain('/crates/r1');
    const details = screen.getByText('weigh').closest('details') as HTMLElement;
    expect(within(details).getByRole('row', { name: 'Weight 10 15' })).toBeTruthy();
    within(details).getByText('makers');
    within(details).getByText('2 more queries');
    screen.getByText('2 more steps are not shown.');
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    await screen.findByText('1 difference');
    expect(screen.getByRole('row', { name: /Weight.*15 17/ })).toBeTruthy();
    expect(sent).toEqual(['POST /api/save-traces/t1/replay']);
  });
});
