import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { fixtureField, fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../../runtime-ui/kit/index.ts';
import { LeaderboardResult } from '../ui/leaderboard-result.tsx';

const boats = fixtureModule({
  name: 'boats',
  path: '/api/boats',
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Name' }),
    fixtureField('Relate', { fieldName: 'captain', label: 'Captain', refs: ['people'] }),
    fixtureField('Currency', { fieldName: 'price', label: 'Price' }),
  ],
  nameField: 'name',
});
const people = { name: 'people', label: 'People', path: '/api/people', nameField: 'name', rights: boats.rights };

type Groups = readonly { readonly keys: readonly JsonValue[]; readonly measures: object }[];

/** Shows the body of a record in place of its fields; the server responds with these groups. */
function show(record: object, groups: Groups): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(queryKeys.shell(), { modules: [boats, people], teams: [], user: {}, isStaff: true });
  client.setQueryData(queryKeys.moduleView('boats'), boats);
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/api/people')) return Promise.resolve(Response.json({ data: [{ _id: 'p1', name: 'Ann Lee' }], total: 1 }));
    return Promise.resolve(Response.json({ data: groups, total: groups.length }));
  });
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <LeaderboardResult module={fixtureModule()} record={{ _id: 'r1', _version: 1, ...record }} reload={() => undefined} />
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

describe('The result of a leaderboard', () => {
  it('is a ranking in which equal scores share a place', async () => {
    const board = { name: 'Captains', related_module: 'boats', functionType: 'count', ownerField: 'captain', timeSpan: 'year' };
    show(board, [
      { keys: ['p2'], measures: { score: 3 } },
      { keys: ['p1'], measures: { score: 3 } },
      { keys: [null], measures: { score: 9 } },
    ]);
    await screen.findByText('Ann Lee');
    expect(readRows()).toEqual([
      ['Place', 'Captain', 'Score'],
      ['1', 'Not visible to you', '3'],
      ['1', 'Ann Lee', '3'],
    ]);
  });
});
