import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { useList } from '../../headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { ExportDialog } from './export-dialog.tsx';

const module = fixtureModule({
  fields: [
    fixtureField('TextField', { fieldName: 'title', label: 'Title' }),
    fixtureField('TextField', { fieldName: 'ssn', label: 'SSN', sensitive: true }),
    fixtureField('Number', { fieldName: 'weight', label: 'Weight' }),
  ],
  nameField: 'title',
  layouts: {
    grid: {
      id: 'things_grid',
      ssModule: 'things',
      app: 'main',
      view: 'grid',
      panelType: 'sections',
      sections: [{ id: 'columns', label: 'Columns', fields: [{ fieldName: 'title' }, { fieldName: 'ssn' }] }],
    },
  },
});
const sent: { readonly path: string; readonly body: unknown }[] = [];
let response: () => Response;

beforeAll(() => loadLazyTexts());
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  response = () => new Response('a', { headers: { 'content-disposition': `attachment; filename="t.csv"; filename*=UTF-8''Th%C3%A9.csv` } });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    sent.push({ path, body: JSON.parse(typeof init.body === 'string' ? init.body : 'null') as unknown });
    return response();
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Dialog({ ids, onClose }: { readonly ids?: readonly string[]; readonly onClose: () => void }) {
  const parameters = new URLSearchParams('view=all&sort=weight&order=desc');
  const list = useList(module, parameters, () => undefined, { data: [], total: 0, default: null });
  return <ExportDialog module={module} list={list} ids={ids} total={4212} onClose={onClose} />;
}

function show(ids?: readonly string[]) {
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <KitProvider>
          <Dialog {...(ids === undefined ? {} : { ids })} onClose={onClose} />
        </KitProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return onClose;
}

const run = () => fireEvent.click(screen.getByRole('button', { name: 'Export' }));

describe('The export of a list', () => {
  it('sends the columns, filter and order of the list without sensitive fields, and says which file it saved', async () => {
    const onClose = show();
    expect(screen.getByRole('dialog', { name: 'Export 4,212 things' })).toBeTruthy();
    run();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([
      {
        path: '/api/things/export',
        body: expect.objectContaining({
          format: 'xlsx',
          values: 'labels',
          fields: ['title'],
          sortField: 'weight',
          sortOrder: 'desc',
        }) as unknown,
      },
    ]);
    expect(await screen.findByText('Thé.csv is saved.')).toBeTruthy();
  });

  it('exports all fields, raw values and sensitive ones when they are chosen, and remembers the file type', async () => {
    const onClose = show();
    fireEvent.click(screen.getByRole('radio', { name: 'CSV' }));
    fireEvent.click(screen.getByRole('radio', { name: 'All fields' }));
    fireEvent.click(screen.getByRole('radio', { name: 'For programs' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Include SSN' }));
    run();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent[0]?.body).toMatchObject({ format: 'csv', values: 'raw', fields: ['title', 'ssn', 'weight'] });
    cleanup();
    show();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'CSV' }).checked).toBe(true);
  });

  it('starts a job when it is to run in the background', async () => {
    response = () => Response.json({ _id: 'e1', state: 'waiting' }, { status: 202 });
    const onClose = show();
    fireEvent.click(screen.getByRole('checkbox', { name: 'In the background' }));
    run();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([
      { path: '/api/exports', body: expect.objectContaining({ module: 'things', format: 'xlsx', fields: ['title'] }) as unknown },
    ]);
    expect(await screen.findByText('The export runs in the background.')).toBeTruthy();
  });

  it('names the selected records, however many they are, and stays open after an error', async () => {
    response = () => Response.json({ error: 'You may not export things.', code: 'action_not_allowed' }, { status: 403 });
    const onClose = show(['a', 'b']);
    run();
    expect(await screen.findByText('You may not export things.')).toBeTruthy();
    expect([sent[0]?.body, onClose.mock.calls.length]).toEqual([expect.objectContaining({ ids: ['a', 'b'] }), 0]);
    cleanup();
    const many = Array.from({ length: 2001 }, (_, index) => String(index));
    show(many);
    run();
    expect(await screen.findByText('You may not export things.')).toBeTruthy();
    expect(sent.at(-1)?.body).toMatchObject({ ids: many });
  });
});
