import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { RelationView } from '#engine/model/wire';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { RelatedTab } from './related-tab.tsx';

const NAMES = ['visits', 'toys', 'meals'] as const;
const LABELS = { visits: 'Visits', toys: 'Toys', meals: 'Meals' };

function relationTo(name: (typeof NAMES)[number]): RelationView {
  return { name, label: LABELS[name], direction: 'reverse', modules: [name], fieldName: 'pet', many: true, flex: false };
}

function respond(path: string): object {
  const name = NAMES.find((one) => path.includes(`/by-name/${one}`));
  if (name !== undefined) return fixtureModule({ _id: name, name, label: LABELS[name], path: `/api/${name}` });
  if (path.startsWith('/api/shell')) return { user: { _id: 'u1' }, modules: [], settings: {}, definitionsVersion: 1 };
  return { data: [], total: 0, pageNumber: 0, pageSize: 10 };
}

beforeAll(() => loadLazyTexts());
beforeEach(() => vi.stubGlobal('fetch', async (path: string) => Response.json(respond(path))));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  [undefined, ['Visits', 'Toys', 'Meals']],
  [
    ['meals', 'visits'],
    ['Meals', 'Visits'],
  ],
])('The related lists of a record are those of its layout, in its order: %j', async (names, expected) => {
  const detail = { id: 'pets_detail', ssModule: 'pets', view: 'detail' as const, sections: [], ...(names && { relatedLists: names }) };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <MemoryRouter>
          <RelatedTab
            module={fixtureModule({ name: 'pets', relations: NAMES.map(relationTo), layouts: { detail } })}
            record={{ _id: 'r1' }}
          />
        </MemoryRouter>
      </KitProvider>
    </QueryClientProvider>,
  );
  for (const label of expected) await screen.findByRole('heading', { level: 3, name: new RegExp(label) });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => /[A-Z]\w+/.exec(textContent)?.[0])).toEqual(expected);
});
