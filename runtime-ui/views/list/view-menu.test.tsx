import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { useList } from '../../headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { ViewMenu } from './view-menu.tsx';

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Shown {
  readonly mayCreate: boolean;
}

function Harness({ mayCreate }: Shown) {
  const rights = { ...fixtureModule().rights, create: mayCreate };
  const module = fixtureModule({ rights, name: 'things' });
  const list = useList(module, new URLSearchParams('view=all'), () => undefined, { data: [], total: 0, default: null });
  return <ViewMenu module={module} list={list} total={3} target={<button type="button">More</button>} />;
}

function show(shown: Shown): string[] {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return Response.json({ data: [], total: 0, default: null });
  });
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <KitProvider>
          <Harness {...shown} />
        </KitProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return calls;
}

it('The menu of a list opens an import into its module', async () => {
  show({ mayCreate: true });
  const item = await screen.findByRole('menuitem', { name: 'Import…' });
  expect(item.getAttribute('href')).toBe('/app/imports/new?module=things');
});

it('The menu explains why nothing can be imported without the right to create', async () => {
  const calls = show({ mayCreate: false });
  const item = await screen.findByRole('menuitem', { name: 'Import…' });
  expect(item.getAttribute('href')).toBeNull();
  fireEvent.click(item);
  expect(await screen.findByRole('dialog', { name: "Why can't I import?" })).toBeTruthy();
  expect(calls.some((path) => /module=things&action=create/.test(path))).toBe(true);
});
