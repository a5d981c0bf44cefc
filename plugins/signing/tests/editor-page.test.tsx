import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { EditorPage } from '../ui/editor/editor-page.tsx';

const RECORD = {
  _id: 'd1',
  _version: 3,
  name: 'Work agreement',
  status: 'Draft',
  recipient_roles: ['Participant 1'],
  completeInOrder: true,
  doc_data: { pages: [{ width: 612, height: 792, inputs: [] }] },
};
const MODULE = {
  name: 'interactiveDocuments',
  rights: { edit: 'All' },
  fields: [{ fieldName: 'doc_data', rights: { read: 'all', write: 'all' } }],
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** Opens the editor; `save` responds to a change of the document. */
async function show(save: (body: Record<string, unknown>) => Response): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { readonly method?: string; readonly body?: string } = {}) => {
    const path = new URL(url, 'http://x').pathname;
    const content = body === undefined ? {} : (JSON.parse(body) as Record<string, unknown>);
    sent.push({ method, path, body: content });
    if (path.startsWith('/api/ss-modules/')) return Promise.resolve(Response.json(MODULE));
    return Promise.resolve(method === 'PUT' ? save(content) : Response.json(RECORD));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', element: <EditorPage /> }], { initialEntries: ['/app/document-editor?document=d1'] });
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <KitProvider>
          <RouterProvider router={router} />
        </KitProvider>
      </QueryClientProvider>,
    ),
  );
  return sent;
}

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const puts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('The editor places inputs by keyboard, saves the draft by itself with its version, and shows what is missing', async () => {
  let version = 3;
  const sent = await show((body) => Response.json({ ...RECORD, ...body, _version: (version += 1) }));
  await press('Add Text');
  const placed = await screen.findByRole('button', { name: 'Text, Text, Participant 1, page 1' });
  expect(placed.getAttribute('aria-pressed')).toBe('true');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await act(async () => fireEvent.keyDown(placed, { key }));
  await act(async () => fireEvent.keyDown(placed, { key: 'ArrowRight', shiftKey: true }));
  const place = { x: 228, y: 387, width: 161, height: 20 };
  const saved = { doc_data: { pages: [{ inputs: [{ id: 'input-1', assigned_to: 'Participant 1', place }] }] } };
  await waitFor(() => expect(puts(sent).at(-1)?.body).toMatchObject(saved), { timeout: 10_000 });
  // Each save has the version of the one before.
  expect(puts(sent).map(({ path, body }) => [path, body['_version']])).toEqual(
    puts(sent).map((_, index) => ['/api/interactive-documents/d1', 3 + index]),
  );
  expect(screen.getByText('Participant 1 has no signature')).toBeDefined();
  // The steps of the keys are undone together.
  await press('Undo');
  await press('Undo');
  expect(screen.getByLabelText('X')).toHaveProperty('value', '226');
  await press('Undo');
  expect(screen.queryByRole('button', { name: /^Text, Text/ })).toBeNull();
});

it('The editor offers both versions if somebody else changed the inputs, and saves over other changes', async () => {
  const theirs = { ...RECORD, _version: 9, doc_data: { pages: [{ width: 612, height: 792, inputs: [{ id: 'theirs' }] }] } };
  const conflict = { error: 'Someone else changed this record.', code: 'version_conflict', details: [], current: theirs };
  const sent = await show((body) =>
    body['_version'] === 3 ? Response.json(conflict, { status: 409 }) : Response.json({ ...RECORD, ...body, _version: 10 }),
  );
  await press('Add Signature');
  expect(await screen.findByText('Somebody else changed the inputs of this document.', {}, { timeout: 10_000 })).toBeDefined();
  await press('Save mine');
  await waitFor(() => expect(puts(sent).at(-1)?.body['_version']).toBe(9));
  expect(await screen.findByText('Saved')).toBeDefined();
});
