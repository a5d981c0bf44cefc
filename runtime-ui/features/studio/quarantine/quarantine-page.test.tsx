import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { renderInStudio, serve } from '../../../../tests/support/studio-fixture.tsx';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { QuarantinePage } from './quarantine-page.tsx';

const entry = (id: string, label: string) => ({
  _id: id,
  kind: 'field',
  module: { _id: 'tools', name: 'tools', label: 'Tools' },
  field: { name: id, label },
  option: null,
  removedAt: '2026-11-02T10:00:00.000Z',
  removedBy: { _id: 'u1', name: 'Ada Byron' },
  changeSet: { _id: 'c1', name: 'Fewer fields' },
  until: '2026-12-02T10:00:00.000Z',
});

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('lists removed fields, restores one, and removes the values of another after a confirmation', async () => {
  let left = [entry('serial', 'Serial number'), entry('cost', 'Cost')];
  const sent: string[] = [];
  vi.stubGlobal('fetch', (input: string, { method = 'GET' }: { readonly method?: string } = {}) => {
    if (method !== 'GET') {
      sent.push(`${method} ${input}`);
      left = left.filter(({ _id }) => !input.includes(_id));
    }
    return Promise.resolve(Response.json({ data: left, total: left.length, success: true }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <QuarantinePage />
      </KitProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const row = await screen.findByRole('row', { name: /Serial number of Tools/ });
  within(row).getByText(/Ada Byron/);
  await user.click(within(row).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Serial number/ })).toBeNull());
  await user.click(within(screen.getByRole('row', { name: /Cost of Tools/ })).getByRole('button', { name: 'Remove for good' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the values of Cost of Tools?' });
  expect(sent).toEqual(['POST /api/quarantine/serial/restore']);
  await user.click(within(dialog).getByRole('button', { name: 'Remove for good' }));
  await screen.findByText('Nothing was removed in the last 30 days');
  expect(sent.at(-1)).toBe('DELETE /api/quarantine/cost');
});

it('lists removed options with their records, and adds one again in the draft at its former place', async () => {
  const removed = { label: 'Rented', value: 'rented', hue: 'red' };
  const option = { dropdown: { _id: 'd_states', name: 'states' }, definition: removed, position: 1, records: 12, replacement: null };
  const definition = { id: 'd_states', name: 'states', options: ['a', 'b'].map((value) => ({ label: value, value })) };
  const draft = { _id: 'd1', _version: 1, name: 'Draft', state: 'draft', changes: [], problems: [] };
  const sent = serve({
    'GET /api/quarantine': {
      data: [{ ...entry('option-1', ''), kind: 'option', module: null, field: null, option, until: null }],
      total: 1,
    },
    'GET /api/change-sets': { data: [], total: 0 },
    'GET /api/definitions/dropdown/d_states': { id: 'd_states', kind: 'dropdown', definition, base: null, references: [] },
    'POST /api/change-sets': draft,
    'PUT /api/change-sets/d1/changes': draft,
  });
  renderInStudio(<QuarantinePage />);
  const row = await screen.findByRole('row', { name: /Option Rented of states/ });
  within(row).getByText('12 records have it', { exact: false });
  const add = await within(row).findByRole<HTMLButtonElement>('button', { name: 'Add again: Option Rented of states' });
  await waitFor(() => expect(add.disabled).toBe(false));
  await userEvent.setup().click(add);
  const link = await within(row).findByRole('link', { name: 'Added in the draft' });
  expect(link.getAttribute('href')).toBe('/admin/studio/dropdowns/d_states');
  await waitFor(() =>
    expect(sent.find(({ method, path }) => method === 'PUT' && path === '/api/change-sets/d1/changes')?.body).toMatchObject({
      changes: [{ kind: 'dropdown', id: 'd_states', definition: { options: [{ value: 'a' }, removed, { value: 'b' }] } }],
    }),
  );
});

it('removes an option from the records or replaces it there, after a confirmation, and shows how far that is', async () => {
  const option = {
    dropdown: { _id: 'd_states', name: 'states' },
    definition: { label: 'Rented', value: 'rented' },
    position: 1,
    records: 12,
  };
  const listed = (replacement: object | null) => ({
    data: [{ ...entry('option-1', ''), kind: 'option', module: null, field: null, option: { ...option, replacement }, until: null }],
    total: 1,
  });
  const definition = { id: 'd_states', name: 'states', options: [{ label: 'Lost', value: 'lost' }] };
  let now = listed({ changeSet: 'c8', state: 'refused', done: 3, total: 3, refused: 3 });
  const sent = serve({
    'GET /api/quarantine': () => now,
    'GET /api/change-sets': { data: [], total: 0 },
    'GET /api/definitions/dropdown/d_states': { id: 'd_states', kind: 'dropdown', definition, base: null, references: [] },
    'DELETE /api/quarantine/option-1': () => {
      now = listed({ changeSet: 'c9', state: 'running', done: 250, total: 1_000, refused: 0 });
      return { success: true };
    },
  });
  renderInStudio(<QuarantinePage />);
  const user = userEvent.setup();
  const row = await screen.findByRole('row', { name: /Option Rented of states/ });
  within(row).getByText('A rule refused the change of 3 records, which keep it.', { exact: false });
  expect(within(row).getByRole('link', { name: 'Details' }).getAttribute('href')).toContain('c8');
  const remove = within(row).getByRole<HTMLButtonElement>('button', { name: 'Remove for good' });
  await waitFor(() => expect(remove.disabled).toBe(false));
  await user.click(remove);
  const dialog = await screen.findByRole('dialog', { name: 'Remove Option Rented of states from the records?' });
  within(dialog).getByText('12 records have it, deleted ones included.', { exact: false });
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(within(dialog).getByRole('combobox', { name: 'What happens to the values' }));
  await user.click(await screen.findByRole('option', { name: 'Change them to Lost', hidden: true }));
  await user.click(within(dialog).getByRole('button', { name: 'Remove for good' }));
  await screen.findByText('Removing it: 250 of 1,000', { exact: false });
  expect(sent.find(({ method }) => method === 'DELETE')?.query).toBe('values=move%3Alost');
  expect(screen.queryByRole('button', { name: 'Remove for good' })).toBeNull();
  expect(screen.getByRole('progressbar', { name: 'Removing it: 250 of 1,000' }).getAttribute('aria-valuenow')).toBe('25');
});
