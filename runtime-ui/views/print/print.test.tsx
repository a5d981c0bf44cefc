import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { useList } from '../../headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { PrintList } from './print-list.tsx';
import { PrintRecord } from './print-record.tsx';

const section = { id: 's', label: 'Cargo', fields: [{ fieldName: 'title' }, { fieldName: 'weight' }, { fieldName: 'remark' }] };
const layout = { id: 'l', ssModule: 'things', app: 'main', panelType: 'sections' as const, sections: [section] };
const module = fixtureModule({
  fields: [
    fixtureField('TextField', { fieldName: 'title', label: 'Title' }),
    fixtureField('Number', { fieldName: 'weight', label: 'Weight', unit: 'kg' }),
    fixtureField('TextArea', { fieldName: 'remark', label: 'Remark' }),
  ],
  nameField: 'title',
  layouts: { grid: { ...layout, view: 'grid' }, detail: { ...layout, view: 'detail' } },
});
const print = vi.fn();

beforeAll(() => loadLazyTexts());
beforeEach(() => {
  print.mockClear();
  window.print = print;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(content: React.ReactNode) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <KitProvider>{content}</KitProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

function List({ onDone }: { readonly onDone: () => void }) {
  const list = useList(module, new URLSearchParams('view=all'), () => undefined, { data: [], total: 0, default: null });
  return <PrintList module={module} list={list} onDone={onDone} />;
}

it('prints a list as a table with its columns once it is loaded, and says how many records there are', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(typeof init.body === 'string' ? init.body : 'null'));
    return Response.json({ data: [{ _id: '1', title: 'Crate', weight: 12 }], total: 1200 });
  });
  const onDone = vi.fn();
  show(<List onDone={onDone} />);
  const table = await screen.findByRole('table', { hidden: true });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(
    within(table)
      .getAllByRole('columnheader', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['Title', 'Weight', 'Remark']);
  expect(within(table).getByText('Crate')).toBeTruthy();
  expect(screen.getByText(/^All things · The first 1 of 1,200 things · Printed /)).toBeTruthy();
  expect(sent).toMatchObject([{ pageNumber: 0, pageSize: 1000 }]);
  window.dispatchEvent(new Event('afterprint'));
  expect(onDone).toHaveBeenCalledTimes(1);
});

it('says why a list could not be read, and prints nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'You may not see things.', code: 'module_access_denied' }, { status: 403 }));
  const onDone = vi.fn();
  show(<List onDone={onDone} />);
  expect(await screen.findByText('You may not see things.')).toBeTruthy();
  expect([onDone.mock.calls.length, print.mock.calls.length]).toEqual([1, 0]);
});

it('prints a record by the sections of its page, without empty fields', async () => {
  show(<PrintRecord module={module} record={{ _id: '1', title: 'Crate', weight: 12 }} onDone={() => undefined} />);
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(screen.getByRole('heading', { name: 'Crate', hidden: true })).toBeTruthy();
  expect(screen.getAllByRole('term', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['Title', 'Weight']);
  expect(screen.getByRole('heading', { name: 'Cargo', hidden: true })).toBeTruthy();
});
