import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { useNoteFilter, useRecentFilters } from '../../headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { RecentFilters } from './recent-filters.tsx';

const module = fixtureModule({
  fields: [
    fixtureField('TextField', { fieldName: 'title', label: 'Title', operators: ['equals', 'contains'] }),
    fixtureField('TextField', { fieldName: 'ssn', label: 'SSN', sensitive: true, operators: ['equals'] }),
  ],
});

beforeAll(() => loadLazyTexts());
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Noted({ terms }: { readonly terms: JsonObject }) {
  useNoteFilter(module, terms);
  return null;
}

function Recent({ terms, onApply }: { readonly terms: JsonObject; readonly onApply: (terms: JsonObject) => void }) {
  return <RecentFilters module={module} filters={useRecentFilters(module, terms)} onApply={onApply} />;
}

/** Applies a filter for some seconds. */
function apply(terms: JsonObject, seconds: number): void {
  render(<Noted terms={terms} />);
  act(() => {
    vi.advanceTimersByTime(seconds * 1000);
  });
  cleanup();
}

it('offers the last five filters that were applied for a while, none of sensitive fields, and applies one', () => {
  for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) apply({ title: { contains: title } }, 4);
  apply({ title: { contains: 'passing' } }, 1);
  apply({ ssn: { equals: '123456789' } }, 4);
  apply({}, 4);
  const onApply = vi.fn();
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <KitProvider>
          <Recent terms={{ title: { contains: 'f' } }} onApply={onApply} />
        </KitProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const buttons = screen.getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['b', 'e', 'd', 'c'].map((title) => `Title contains ${title}`));
  fireEvent.click(buttons[1] as HTMLElement);
  expect(onApply.mock.calls).toEqual([[{ title: { contains: 'e' } }]]);
});
