import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import type { FieldView } from '#engine/model/wire';
import { queryKeys } from '../../client/index.ts';
import type { Draft } from '../../headless/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { FieldValue } from '../values/index.ts';
import { EditedRecordContext } from '../widgets/edited-record.ts';
import { FieldHolder, type FieldHolderProps } from '../widgets/field-holder-fixture.tsx';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';

const OPERATORS = {
  TextField: ['equals', 'in', 'contains', 'startsWith', 'exists'],
  Dropdown: ['equals', 'in', 'exists'],
  Date: ['equals', 'in', 'range', 'exists'],
} as const;

/** The module whose fields are named. */
const named = fixtureModule({
  _id: 'boats',
  name: 'boats',
  label: 'Boats',
  fields: [
    fixtureField('TextField', { fieldName: 'hull_name', label: 'Name of the hull', operators: OPERATORS.TextField }),
    fixtureField('Dropdown', { fieldName: 'hull_colour', label: 'Paint', dropdown: 'colours', operators: OPERATORS.Dropdown }),
    fixtureField('Date', { fieldName: 'launched_on', label: 'Launched', operators: OPERATORS.Date }),
  ],
});
const filters = fixtureField('Array', {
  fieldName: 'conditions',
  entry: {
    columns: [
      { fieldName: 'of', label: 'Field', inputType: 'TextField', fieldsOf: 'about' },
      { fieldName: 'by', label: 'Comparison', inputType: 'Dropdown', dropdown: 'operators' },
      { fieldName: 'with', label: 'Value', inputType: 'Object', operandOf: { field: 'of', operator: 'by' } },
    ],
  },
});
const columns = fixtureField('ListField', { fieldName: 'columns', label: 'Columns', fieldsOf: 'about' });
const sort = fixtureField('TextField', { fieldName: 'sort', label: 'Sorted by', fieldsOf: 'list' });
const module = fixtureModule({
  fields: [
    fixtureField('Module', { fieldName: 'about', label: 'Subject' }),
    fixtureField('Relate', { fieldName: 'list', label: 'List', refs: ['lists'] }),
    filters,
    columns,
    sort,
  ],
  dropdowns: {
    operators: {
      id: 'operators',
      name: 'operators',
      options: [
        { label: 'Is', value: 'equals' },
        { label: 'Is one of', value: 'in' },
        { label: 'Contains', value: 'contains' },
        { label: 'Is between', value: 'range' },
        { label: 'Has a value', value: 'exists' },
      ],
    },
  },
});
/** Records of this module are about a module themselves. */
const lists = fixtureModule({ name: 'lists', path: '/api/lists', fields: [fixtureField('Module', { fieldName: 'subject' })] });

// Loaded before the tests, which then wait for no code.
beforeAll(async () => {
  await Promise.all([
    loadLazyTexts(),
    import('./rows-lazy.ts'),
    import('../values/field-names.tsx'),
    import('../widgets/field-names-widget.tsx'),
  ]);
});
afterEach(cleanup);

function createClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, refetchOnMount: false, retry: false } } });
  const summaries = [named, lists].map(({ name, label }) => ({ name, label }));
  client.setQueryData(queryKeys.shell(), { modules: summaries, teams: [], user: {}, isStaff: true });
  for (const one of [named, lists]) client.setQueryData(queryKeys.moduleView(one.name), one);
  client.setQueryData(queryKeys.record('lists', 'l1'), { _id: 'l1', subject: 'boats' });
  return client;
}

function edit(field: FieldView, record: Draft | undefined, initial?: JsonValue) {
  const onValue = vi.fn<FieldHolderProps['onValue']>();
  render(
    <QueryClientProvider client={createClient()}>
      <KitProvider>
        <EditedRecordContext value={record}>
          <FieldHolder module={module} field={field} initial={initial} onValue={onValue} onUnreadable={() => undefined} />
        </EditedRecordContext>
      </KitProvider>
    </QueryClientProvider>,
  );
  return { onValue, user: userEvent.setup() };
}

const input = (name: string): Promise<HTMLInputElement> => screen.findByRole('combobox', { name });

/** Opens a select and returns its list. */
async function open(user: ReturnType<typeof userEvent.setup>, name: string): Promise<HTMLElement> {
  const select = await input(name);
  await user.click(select);
  await waitFor(() => expect(document.getElementById(select.getAttribute('aria-controls') ?? '')).not.toBeNull());
  return document.getElementById(select.getAttribute('aria-controls') ?? '') as HTMLElement;
}

/** Chooses an option of a select. */
async function choose(user: ReturnType<typeof userEvent.setup>, name: string, option: string): Promise<void> {
  await user.click(within(await open(user, name)).getByRole('option', { name: option, hidden: true }));
}

describe('The names of fields', () => {
  it('are chosen by label from the module that the record names', async () => {
    const { onValue, user } = edit(columns, { about: 'boats' }, ['hull_name', 'old_field']);
    await screen.findByText('Name of the hull');
    expect(screen.getByText('Old field')).toBeTruthy();
    await choose(user, 'Columns', 'Launched');
    expect(onValue).toHaveBeenLastCalledWith(['hull_name', 'old_field', 'launched_on']);
  });

  it('are chosen from the module of a related record', async () => {
    const { onValue, user } = edit(sort, { list: { _id: 'l1', name: 'First list' } }, 'hull_name');
    expect((await input('Sorted by')).value).toBe('Name of the hull');
    await choose(user, 'Sorted by', 'Paint');
    expect(onValue).toHaveBeenLastCalledWith('hull_colour');
  });

  it('wait for the module, and are text where the record is not known', async () => {
    edit(columns, { about: null });
    expect(await screen.findByPlaceholderText('Choose Subject first')).toBeTruthy();
    cleanup();
    edit(sort, undefined, 'hull_name');
    expect((await screen.findByLabelText<HTMLInputElement>('Sorted by')).value).toBe('hull_name');
  });
});

describe('The conditions of a record', () => {
  it('have the input of the type of their field', async () => {
    const { onValue, user } = edit(filters, { about: 'boats' }, [{ of: 'hull_name', by: 'contains', with: 'Anna' }]);
    expect((await screen.findByLabelText<HTMLInputElement>('Value, row 1')).value).toBe('Anna');
    await choose(user, 'Field, row 1', 'Paint');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'equals' }]);
    await choose(user, 'Value, row 1', 'Green');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'equals', with: 'green' }]);
    await choose(user, 'Comparison, row 1', 'Is one of');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'in', with: ['green'] }]);
    await choose(user, 'Comparison, row 1', 'Has a value');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'exists', with: true }]);
    await choose(user, 'Value, row 1', 'No');
    expect(onValue).toHaveBeenLastCalledWith([{ of: 'hull_colour', by: 'exists', with: false }]);
  });

  it('offer only the comparisons of the field', async () => {
    const { user } = edit(filters, { about: 'boats' }, [{ of: 'launched_on', by: 'range' }]);
    const options = within(await open(user, 'Comparison, row 1')).getAllByRole('option', { hidden: true });
    expect(options.map((option) => option.textContent)).toEqual(['Is', 'Is one of', 'Is between', 'Has a value']);
  });

  it('have two ends of a range, each a day or one relative to today', async () => {
    const { onValue, user } = edit(filters, { about: 'boats' }, [
      { of: 'launched_on', by: 'range', with: { gte: 'today', lte: 'today+30' } },
    ]);
    expect((await input('Value, row 1, from: When')).value).toBe('Today');
    expect((await input('Value, row 1, to: When')).value).toBe('Days from now');
    await choose(user, 'Value, row 1, from: When', 'Days ago');
    expect(onValue).toHaveBeenLastCalledWith([
      { of: 'launched_on', by: 'range', with: { gte: { $: 'today', days: -7 }, lte: { $: 'today', days: 30 } } },
    ]);
    await choose(user, 'Value, row 1, to: When', 'A day');
    await user.type(await screen.findByLabelText('Value, row 1, to'), '12/01/2026{Tab}');
    expect(onValue).toHaveBeenLastCalledWith([
      { of: 'launched_on', by: 'range', with: { gte: { $: 'today', days: -7 }, lte: '2026-12-01' } },
    ]);
  });

  it('are shown as people read them', async () => {
    const value = [
      { of: 'hull_colour', by: 'in', with: ['red', 'green'] },
      { of: 'launched_on', by: 'range', with: { gte: 'today' } },
      { of: 'launched_on', by: 'range', with: { gte: '2026-11-18', lte: 'today+30' } },
      { of: 'hull_name', by: 'exists', with: false },
    ];
    render(
      <QueryClientProvider client={createClient()}>
        <KitProvider>
          <FieldValue module={module} field={filters} value={value} look="detail" record={{ about: 'boats' }} />
        </KitProvider>
      </QueryClientProvider>,
    );
    await screen.findByText('Deep red, Green');
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual([
      ['Paint', 'Is one of', 'Deep red, Green'],
      ['Launched', 'Is between', 'From Today'],
      ['Launched', 'Is between', 'Nov 18, 2026 – in 30 days'],
      ['Name of the hull', 'Has a value', 'No'],
    ]);
  });
});
