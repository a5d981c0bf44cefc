import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import type { RecordValues } from '../../headless/index.ts';
import { loadNamedFields, show } from '../../../tests/support/named-module-fixture.tsx';
import { useHistoryItems } from './history-items.tsx';

const module = fixtureModule({
  fields: [
    fixtureField('Module', { fieldName: 'about', label: 'Subject' }),
    fixtureField('TextField', { fieldName: 'of', label: 'Field', fieldsOf: 'about' }),
    fixtureField('TextField', { fieldName: 'value', label: 'Becomes', valueFor: 'of' }),
    fixtureField('Object', { fieldName: 'values', label: 'Values', propertiesOf: 'about' }),
    fixtureField('Array', {
      fieldName: 'columns',
      label: 'Columns',
      entry: {
        columns: [
          { fieldName: 'name', label: 'Name', inputType: 'TextField', fieldsOf: 'about' },
          { fieldName: 'owner', label: 'Owner', inputType: 'Relate', ref: 'people' },
        ],
      },
    }),
  ],
});

beforeAll(loadNamedFields);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function History({ record }: { readonly record: RecordValues & { readonly _id: string } }) {
  return <ol>{useHistoryItems({ module, record }).entries?.map(({ item }) => item)}</ol>;
}

type Change = readonly [field: string, before: JsonValue, after: JsonValue];

/** Shows the history of a record with these saves, the newest first, and returns its sorted lines once they contain a text. */
async function readHistory(record: RecordValues, saves: readonly (readonly Change[])[], until: string): Promise<string[]> {
  const data = saves.flatMap((changes, save) =>
    changes.map(([field, previous_value, new_value], at) => ({
      ...{ _id: `${save}.${at}`, batch_id: `b${save}`, changed_by: null, changeSource: 'direct record', field, previous_value, new_value },
      date_created: `2026-11-${20 - save}T10:00:00.000Z`,
    })),
  );
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('/audit-log/') ? { data, total: data.length } : { data: [{ _id: 'p1', name: 'Ann Lee' }], total: 1 }),
  );
  await show(<History record={{ _id: 'r1', ...record }} />);
  await waitFor(() => expect(document.body.textContent).toContain(until));
  return [...document.querySelectorAll('.mv-change')].map((line) => line.textContent).sort();
}

it('Values of named fields are those of the fields that were named at that time', async () => {
  const lines = await readHistory(
    { about: 'boats', of: 'launched_on', value: '2026-11-18' },
    [
      [
        ['of', 'hull_colour', 'launched_on'],
        ['value', 'green', '2026-11-18'],
      ],
      [['value', 'red', 'green']],
    ],
    'Launched',
  );
  expect(lines).toEqual(['BecomesDeep red → Green', 'BecomesGreen → Nov 18, 2026', 'FieldPaint → Launched']);
  // The button names no stored value.
  expect(screen.getAllByRole('button', { name: 'Set Becomes back to what it was' })).toHaveLength(2);
});

it('Values of several fields are shown with their labels, and related records by their names', async () => {
  const [line] = await readHistory({ about: 'boats' }, [[['values', { hull_colour: 'red', captain: 'p1' }, null]]], 'Ann Lee');
  expect(line).toBe('ValuesPaintDeep redCaptainAnn Lee → empty');
});

it('Entries that name fields are shown with the labels of the fields', async () => {
  const [line] = await readHistory({ about: 'boats' }, [[['columns', [], [{ name: 'hull_colour', owner: 'p1' }]]]], 'Ann Lee');
  expect(line).toBe('Columnsempty → NameOwnerPaintAnn Lee');
});
