import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import type { FieldView } from '#engine/model/wire';
import { loadNamedFields, show } from '../../../tests/support/named-module-fixture.tsx';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';
import { FieldValue } from './field-value.tsx';
import { StoredValue } from './stored-value.tsx';

const crew = fixtureField('MultiRelate', { fieldName: 'crew', label: 'Crew', refs: ['people'] });
const watches = fixtureField('Array', {
  fieldName: 'watches',
  label: 'Watches',
  entry: { columns: [{ fieldName: 'crew', label: 'Crew', inputType: 'MultiRelate', ref: 'people' }] },
});
const module = fixtureModule({ fields: [crew, watches] });

const person = (_id: string, name: string, open = true) => ({ _id, name, module: 'people', open });
const CREW: JsonValue = [person('p1', 'Ann Lee'), person('p2', 'Bo Ray', false), { _id: 'p3', module: 'people', hidden: true }];
const [ONE, TWO, THREE] = ['Ann Lee', 'Bo Ray', 'Not visible to you'];

const read = async (field: FieldView, value: JsonValue, look: 'cell' | 'detail'): Promise<string | null> => {
  await show(
    <main>
      <FieldValue module={module} field={field} value={value} look={look} record={{}} />
    </main>,
  );
  return screen.getByRole('main').textContent;
};

beforeAll(loadNamedFields);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['that may be opened, that may not, and that are hidden', CREW, 'detail', `${ONE}, ${TWO}, ${THREE}`],
  ['in a cell, with the number of others', CREW, 'cell', `${ONE}, ${TWO}+1`],
  ['of which one is hidden first', [...CREW].reverse(), 'detail', `${THREE}, ${TWO}, ${ONE}`],
  ['of one', [person('p1', 'Ann Lee')], 'detail', ONE],
] as const)('names %s are separated by commas', async (_, value, look, text) => {
  expect(await read(crew, value, look)).toBe(text);
});

it('names in a table of entries are separated by commas', async () => {
  await show(<FieldValue module={module} field={watches} value={[{ crew: CREW }]} look="detail" record={{}} />);
  expect((await screen.findByRole('cell')).textContent).toBe(`${ONE}, ${TWO}, ${THREE}`);
});

it('names that are read by their ids are separated by commas', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ data: [person('p1', 'Ann Lee'), person('p2', 'Bo Ray')], total: 2, pageNumber: 0, pageSize: 100 })),
  );
  await show(
    <main>
      <StoredValue module={module} field={crew} value={['p1', 'p2']} look="detail" />
    </main>,
  );
  await screen.findByText('Bo Ray');
  expect(screen.getByRole('main').textContent).toBe(`${ONE}, ${TWO}`);
});
