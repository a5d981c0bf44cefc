import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handleServerMessage } from '../../../runtime-ui/client/live/handle-server-message.ts';
import { BuildDialog } from '../ui/build-dialog.tsx';
import { moveItem, groupByCategory } from '../ui/setup/order-items.ts';
import { SetupPage } from '../ui/setup/setup-page.tsx';
import { moduleView, pageOf, press, showUi, type SentRequest } from './show-ui.tsx';

const ITEMS = [
  { _id: 'i1', _version: 1, label: 'Photo ID', category: 'Identity' },
  { _id: 'i2', _version: 1, label: 'Passport', category: 'Identity' },
  { _id: 'i3', _version: 1, label: 'Flu vaccine', category: 'Health' },
];
const CHANGE = {
  key: 'k1',
  action: 'change',
  setup: { _id: 's2', name: 'Contractors' },
  item: { _id: 'i9', label: 'Photo ID' },
  fields: [{ field: 'isOptional', label: 'Optional', from: true, to: false }],
};

const respond = ({ path }: SentRequest): object | undefined => {
  if (path === '/api/credentialing-required-items/search') return pageOf(ITEMS);
  if (path === '/api/credentialing-setups/search')
    return pageOf([
      { _id: 's1', name: 'Employees' },
      { _id: 's2', name: 'Contractors' },
    ]);
  if (path.includes('required-items-batch-')) return { setups: 1, changes: [CHANGE], refused: [] };
  if (path.endsWith('/open-records')) return pageOf([{ record: { _id: 'r1', name: 'Silas' }, changes: [{ ...CHANGE, setup: undefined }] }]);
  if (path.endsWith('/bring-along')) return { refused: [] };
  return undefined;
};

const slot = (record: object, more: object = {}) =>
  ({ module: moduleView('credentialingSetup'), record, reload: () => undefined, close: () => undefined, ...more }) as unknown as Parameters<
    typeof BuildDialog
  >[0];

const showSetup = (categories?: readonly string[]) =>
  showUi({ content: <SetupPage {...slot({ _id: 's1', _version: 1 })} />, respond, ...(categories === undefined ? {} : { categories }) });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('A setup', () => {
  it('orders its items by keyboard, also into another category', async () => {
    const sent = await showSetup();
    await press('Move Passport up');
    expect(sent).toContainEqual({
      method: 'POST',
      path: '/api/credentialing-required-items/updateItemOrders',
      body: { ids: ['i2', 'i1', 'i3'] },
    });
    const groups = groupByCategory(ITEMS, ['Identity', 'Health']);
    expect(moveItem(groups, 'i1', 'Health', 1).map(({ _id, category }) => [_id, category])).toEqual([
      ['i2', 'Identity'],
      ['i3', 'Health'],
      ['i1', 'Health'],
    ]);
  });

  it('says that the dropdown with the categories is missing', async () => {
    await showSetup([]);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Credentialing Required Items Categories dropdown is not set. Please have an admin do this.',
    );
  });

  it('changes an entry of many setups only after it was shown what changes', async () => {
    const sent = await showSetup();
    await press('Change entries');
    const dialog = within(await screen.findByRole('dialog'));
    const choose = async (label: string, option: string) => {
      await act(async () => fireEvent.click(dialog.getByRole('combobox', { name: label })));
      await act(async () => fireEvent.click(screen.getByRole('option', { name: option, hidden: true })));
    };
    await press('All 2 setups');
    await choose('Items with the title', 'Photo ID');
    await choose('Field', 'Optional');
    await press('Show what changes');
    expect(dialog.getByRole('list', { name: 'What changes' }).textContent).toBe('Contractors Photo ID Optional: yes to no');
    await press('Make 1 change');
    const bodies = sent.filter(({ path }) => path.endsWith('/required-items-batch-change-entries')).map(({ body }) => body);
    const body = { setups: ['s1', 's2'], match: { label: 'Photo ID' }, fields: { isOptional: false } };
    expect(bodies).toEqual([{ ...body, preview: true }, body]);
  });

  it('brings open records along, item by item', async () => {
    const sent = await showSetup();
    await press('Bring open records along');
    const change = await screen.findByRole('checkbox', { name: 'Photo ID: Optional: yes to no' });
    await act(async () => fireEvent.click(change));
    expect(screen.getByRole('button', { name: 'Make 0 changes' })).toHaveProperty('disabled', true);
    await act(async () => fireEvent.click(change));
    await press('Make 1 change');
    expect(sent).toContainEqual({
      method: 'POST',
      path: '/api/credentialing-setups/s1/bring-along',
      body: { changes: [{ record: 'r1', key: 'k1' }] },
    });
  });
});

describe('The build of a record', () => {
  const step = (name: string, text: string) =>
    act(async () =>
      handleServerMessage({
        type: 'event',
        name: 'credentialing-progress-event',
        data: { placement: 'pl1', step: name, text },
      } as Parameters<typeof handleServerMessage>[0]),
    );

  it('shows its steps while they come, and ends with the record', async () => {
    let end: (response: object) => void = () => undefined;
    const built = new Promise<object>((resolve) => {
      end = resolve;
    });
    await showUi({
      content: <BuildDialog {...slot({ _id: 'pl1', _version: 1 })} />,
      respond: ({ path }) => (path.endsWith('/build-credentialing') ? built : undefined),
    });
    const steps = () =>
      within(within(screen.getByRole('dialog')).getByRole('status'))
        .getAllByRole('listitem')
        .map((one) => one.textContent);
    expect(steps()).toEqual(['Processing credentialing for sub...']);
    await step('record', 'Processing credentialing for sub...');
    await step('items', 'Building required items for credentialing...');
    await step('agreements', 'Building agreements for credentialing...');
    expect(steps().slice(1)).toEqual(['Building required items for credentialing...', 'Building agreements for credentialing...']);
    await act(async () => end({ _id: 'r1' }));
    expect((await screen.findByRole('link', { name: 'Open the record' })).getAttribute('href')).toMatch(/credentialing\/r1$/);
    expect(steps().at(-1)).toBe('Credentialing record created for placement.');
  });

  it('ends with the error of the server', async () => {
    const text = 'No credentialing setup found for this provider type';
    await showUi({
      content: <BuildDialog {...slot({ _id: 'pl1', _version: 1 })} />,
      respond: ({ path }) => (path.endsWith('/build-credentialing') ? { error: text, code: 'x', details: [] } : undefined),
    });
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(screen.queryByRole('link', { name: 'Open the record' })).toBeNull();
  });
});
