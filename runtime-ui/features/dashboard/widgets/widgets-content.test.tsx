import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModuleSummary, ShellView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { fixtureField, fixtureModule } from '../../../fields/widgets/fixture-module.ts';
import { localDay } from '../../../fields/values/index.ts';
import { KitProvider, loadLazyTexts } from '../../../kit/index.ts';
import { dayAfterToday } from '../days.ts';
import { createHomeWidgets } from './home-widgets.tsx';

const chores = {
  ...fixtureModule({
    name: 'chores',
    label: 'Chores',
    labelSingular: 'Chore',
    path: '/api/chores',
    nameField: 'name',
    fields: [fixtureField('TextField', { fieldName: 'name' }), fixtureField('Date', { fieldName: 'due' })],
  }),
  workItems: { due: 'due', assignee: 'assigned_to', open: { state: 'open' } },
} as unknown as ModuleSummary;
const shell = { modules: [chores], teams: [], user: { userType: 'Standard' }, isStaff: true } as unknown as ShellView;

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows a widget of the product; returns the bodies of its requests. */
function showWidget(key: string, settings: JsonObject, respond: () => Response = () => Response.json({ data: [], total: 0 })) {
  const sent: JsonObject[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { readonly body?: string } = {}) => {
    sent.push(JSON.parse(body ?? '{}') as JsonObject);
    return Promise.resolve(respond());
  });
  const Widget = createHomeWidgets().find((kind) => kind.key === key)?.component;
  if (Widget === undefined) throw new Error(`There is no widget ${key}`);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <KitProvider>
          <Widget shell={shell} settings={settings} filters={{ teams: [] }} title="Title" height={6} />
        </KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return sent;
}

const dayFromToday = (days: number): string => localDay(new Date(Date.now() + days * 86_400_000));
const chore = (name: string, due: string) => ({ _id: name, _version: 1, name, due });
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

describe('The widget of links', () => {
  it('opens pages of the product here and web pages in a new tab, and leaves out what is neither', () => {
    showWidget('links', {
      links: [
        { label: 'All chores', address: '/app/chores' },
        { address: 'https://example.test/help' },
        { label: 'Bad', address: 'javascript:alert(1)' },
        { label: 'Worse', address: '//example.test' },
      ],
    });
    const links = screen.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['All chores', '/app/chores', null],
      ['https://example.test/help', 'https://example.test/help', '_blank'],
    ]);
    expect(links[1]?.getAttribute('rel')).toContain('noopener');
  });

  it('says so when it has none', () => {
    showWidget('links', {});
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.getByRole('heading')).toBeTruthy();
  });
});

describe('The widgets of days', () => {
  const items = () =>
    Response.json({
      data: [chore('Late', dayFromToday(-3)), chore('Now', dayFromToday(0)), chore('Soon', dayFromToday(1))],
      total: 3,
    });

  it('has what is overdue first, then each coming day, and asks for a week of open items of the user', async () => {
    const sent = showWidget('coming', {}, items);
    await screen.findByRole('link', { name: 'Late' });
    expect(headings()).toEqual(['Overdue', 'Today', 'Tomorrow']);
    expect(screen.getByRole('link', { name: 'Soon' }).getAttribute('href')).toContain('/Soon');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      sortField: 'due',
      searchTerms: { assigned_to: { equals: { $: 'me' } }, due: { range: { lt: dayAfterToday(7) } }, and: [{ state: 'open' }] },
    });
  });

  it('asks for the present day only as My day', async () => {
    const sent = showWidget('day', {}, items);
    await screen.findByRole('link', { name: 'Now' });
    expect(sent[0]).toMatchObject({ searchTerms: { due: { range: { lt: dayAfterToday(1) } } } });
  });

  it('says that nothing is due, and why it could not be loaded', async () => {
    showWidget('day', {});
    expect(await screen.findByRole('heading')).toBeTruthy();
    expect(screen.queryAllByRole('link')).toEqual([]);
    cleanup();
    showWidget('day', {}, () => Response.json({ error: 'The store is away.', code: 'store_unavailable', details: [] }, { status: 503 }));
    expect(await screen.findByText(/The store is away\./u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
