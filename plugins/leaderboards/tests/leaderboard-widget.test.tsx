import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject, ShellView } from '#engine/model';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { fixtureField, fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider, loadLazyTexts } from '../../../runtime-ui/kit/index.ts';
import { createLeaderboardWidgets } from '../ui/leaderboard-widget.tsx';

const boats = fixtureModule({
  name: 'boats',
  path: '/api/boats',
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Name' }),
    fixtureField('TextField', { fieldName: 'port', label: 'Port' }),
  ],
  nameField: 'name',
});
const leaderboards = { ...fixtureModule({ name: 'leaderboards', path: '/api/leaderboards' }), name: 'leaderboards' };
const shell = { modules: [boats, leaderboards], teams: [], user: {}, isStaff: true } as unknown as ShellView;

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the widget; the server has these leaderboards. */
function showWidget(settings: JsonObject, boards: readonly object[]): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(queryKeys.shell(), shell);
  client.setQueryData(queryKeys.moduleView('boats'), boats);
  const groups = [{ keys: ['Sydney'], measures: { score: 3 } }];
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      Response.json(url.startsWith('/api/leaderboards') ? { data: boards, total: boards.length } : { data: groups, total: 1 }),
    ),
  );
  const [kind] = createLeaderboardWidgets();
  const Widget = kind?.component;
  if (Widget === undefined) throw new Error('There is no widget');
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <KitProvider>
          <Widget shell={shell} settings={settings} filters={{ teams: [] }} title="Leaderboard" height={8} />
        </KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('The widget of a leaderboard', () => {
  it('shows the ranking of the chosen one', async () => {
    const board = {
      _id: 'b1',
      _version: 1,
      name: 'Ports',
      related_module: 'boats',
      functionType: 'count',
      ownerField: 'port',
      timeSpan: 'year',
    };
    showWidget({ leaderboard: 'b1' }, [board]);
    expect(await screen.findByText('Sydney')).toBeTruthy();
  });

  it('says that none is chosen, and that the chosen one is gone', async () => {
    showWidget({}, []);
    expect(screen.getByText('No leaderboard is chosen')).toBeTruthy();
    cleanup();
    showWidget({ leaderboard: 'b1' }, []);
    expect(await screen.findByText('This leaderboard is gone')).toBeTruthy();
  });

  it('is offered to those only who may open leaderboards', () => {
    const [kind] = createLeaderboardWidgets();
    expect(kind?.isOffered?.(shell)).toBe(true);
    expect(kind?.isOffered?.({ ...shell, modules: [boats] } as unknown as ShellView)).toBe(false);
  });
});
