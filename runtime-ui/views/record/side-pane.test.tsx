import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '../../client/index.ts';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { defineUiContribution, registerContributions, setPanelCount } from '../../extensions/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { useCountedTabs, useSideTabs } from './side-pane.tsx';

beforeAll(() => loadLazyTexts());
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({})));
afterEach(() => {
  cleanup();
  registerContributions([]);
  vi.unstubAllGlobals();
});

function Labels({ panels }: { readonly panels?: string[] }) {
  const detail = { id: 'things_detail', ssModule: 'things', view: 'detail' as const, sections: [], ...(panels && { panels }) };
  const tabs = useSideTabs(fixtureModule({ layouts: { detail } }));
  return <p>{tabs.map(({ label }) => label).join(', ') || 'none'}</p>;
}

it.each([
  [undefined, 'Related, Files, History'],
  [['history', 'related'], 'History, Related'],
  [['history', 'of_a_plugin_that_is_off'], 'History'],
  [[], 'none'],
])('The tabs beside a record are those of its layout: %j', (panels, expected) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <Labels {...(panels && { panels })} />
      </KitProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText(expected)).toBeTruthy();
});

it.each([
  [true, 'Related, Talk, Files, History'],
  [false, 'Related, Files, History'],
])('A tab of a plugin for staff is behind the related records, and there for nobody else: %s', (isStaff, expected) => {
  const client = new QueryClient();
  client.setQueryData(queryKeys.shell(), { isStaff });
  const talk = { id: 'talk', label: 'Talk', staffOnly: true, afterRelated: true, component: () => null } as const;
  registerContributions([defineUiContribution({ plugin: 'talk', panels: [talk] })]);
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <Labels />
      </KitProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText(expected)).toBeTruthy();
});

function Counts({ id }: { readonly id: string }) {
  const module = fixtureModule({});
  return (
    <p data-testid="counts">
      {useCountedTabs(module, { _id: id }, useSideTabs(module))
        .map(({ label, count }) => `${typeof label === 'string' ? label : ''} ${count ?? '-'}`)
        .join(', ')}
    </p>
  );
}

it('The tab of a plugin has the number that the plugin sets for this record', () => {
  const client = new QueryClient();
  client.setQueryData(queryKeys.shell(), { isStaff: true, modules: [] });
  registerContributions([defineUiContribution({ plugin: 'talk', panels: [{ id: 'talk', label: 'Talk', component: () => null }] })]);
  const { name } = fixtureModule({});
  setPanelCount('talk', name, 'other', 9);
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <Counts id="one" />
      </KitProvider>
    </QueryClientProvider>,
  );
  const text = () => screen.getByTestId('counts').textContent;
  expect(text()).toContain('Talk -');
  act(() => setPanelCount('talk', name, 'one', 3));
  expect(text()).toContain('Talk 3');
  act(() => setPanelCount('talk', name, 'one', undefined));
  expect(text()).toContain('Talk -');
});
