import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { fixtureField, fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../../runtime-ui/kit/index.ts';
import { ReportResult } from '../ui/report-result.tsx';

const boats = fixtureModule({
  name: 'boats',
  path: '/api/boats',
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Name' }),
    fixtureField('Dropdown', { fieldName: 'paint', label: 'Paint', dropdown: 'colours' }),
    fixtureField('Relate', { fieldName: 'captain', label: 'Captain', refs: ['people'] }),
    fixtureField('Currency', { fieldName: 'price', label: 'Price' }),
  ],
  nameField: 'name',
});
const people = { name: 'people', label: 'People', path: '/api/people', nameField: 'name', rights: boats.rights };

type Groups = readonly { readonly keys: readonly JsonValue[]; readonly measures: object }[];

/** Shows the body of a record in place of its fields; the server responds with these groups. */
function show(record: object, groups: Groups | undefined): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(queryKeys.shell(), { modules: [boats, people], teams: [], user: {}, isStaff: true });
  client.setQueryData(queryKeys.moduleView('boats'), boats);
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/api/people')) return Promise.resolve(Response.json({ data: [{ _id: 'p1', name: 'Ann Lee' }], total: 1 }));
    if (groups !== undefined) return Promise.resolve(Response.json({ data: groups, total: groups.length }));
    return Promise.resolve(Response.json({ error: 'The database is busy.', code: 'store_unavailable', details: [] }, { status: 503 }));
  });
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <ReportResult module={fixtureModule()} record={{ _id: 'r1', _version: 1, ...record }} reload={() => undefined} />
      </KitProvider>
    </QueryClientProvider>,
  );
}

const readRows = () =>
  screen.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? ''));

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The result of a report', () => {
  const report = { name: 'Boats by paint', related_module: 'boats', group_by: ['paint'] };

  it('is a table of its groups with labels and figures, the largest first', async () => {
    show(report, [
      { keys: ['green'], measures: { count: 2 } },
      { keys: ['red'], measures: { count: 1200 } },
      { keys: [null], measures: { count: 1 } },
    ]);
    await screen.findByRole('table');
    expect(readRows()).toEqual([
      ['Paint', 'Records'],
      ['Deep red', '1,200'],
      ['Green', '2'],
      ['Empty', '1'],
      ['Total', '1,203'],
    ]);
  });

  it('names related records, and never shows the id of one that is not visible', async () => {
    show({ ...report, group_by: ['captain'] }, [
      { keys: ['p1'], measures: { count: 2 } },
      { keys: ['p2'], measures: { count: 1 } },
    ]);
    await screen.findByText('Ann Lee');
    expect(readRows().slice(1, 3)).toEqual([
      ['Ann Lee', '2'],
      ['Not visible to you', '1'],
    ]);
  });

  it('says that there is none, that it names no module, and why it could not be loaded', async () => {
    show(report, []);
    await screen.findByText('There are no records to report');
    cleanup();
    show({ name: 'Of nothing' }, []);
    await screen.findByText('The report names no module that you may open');
    cleanup();
    show(report, undefined);
    await screen.findByText('The result could not be loaded');
    expect(screen.getByText(/The database is busy/)).toBeTruthy();
  });
});
