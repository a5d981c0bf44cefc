import { describe, expect, it } from 'vitest';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import { buildMergeColumns, firstPrimary } from './merge-columns.ts';
import {
  addressesToAdd,
  chosenColumn,
  countTaken,
  mergeAddresses,
  buildMergeRows,
  mergedFields,
  splitFilled,
  splitRows,
} from './merge-rows.ts';

function field(fieldName: string, inputType: InputType, more: Partial<FieldView> = {}): FieldView {
  return {
    id: fieldName,
    fieldName,
    label: fieldName,
    inputType,
    refs: [],
    system: false,
    rights: { read: 'all', write: 'all' },
    sortable: true,
    filterable: true,
    ...more,
  };
}

const module = {
  name: 'books',
  nameField: 'name',
  relations: [],
  layouts: {},
  dropdowns: {},
  fields: [
    field('name', 'TextField'),
    field('first_name', 'TextField'),
    field('last_name', 'TextField'),
    field('mobile_phone', 'Phone'),
    field('member_number', 'TextField'),
    field('email_addresses', 'EmailAddress'),
    field('assigned_to', 'Relate', { refs: ['users'] }),
    field('former_state', 'TextField', { readOnly: true }),
  ],
} as unknown as ModuleView;

const mail = (...addresses: string[]) =>
  addresses.map((email_address, at) => ({ email_address, primary: at === 0, opt_out: false, invalid_email: false }));
const first = {
  _id: 'a',
  _version: 1,
  name: 'Ann Lee',
  first_name: 'Ann',
  last_name: 'Lee',
  mobile_phone: '4045550136',
  email_addresses: mail('a@x.com'),
  assigned_to: { _id: 'u', name: 'Una', open: true },
};
const second = {
  _id: 'b',
  _version: 1,
  name: 'Anna Lee',
  first_name: 'Anna',
  last_name: 'Lee',
  member_number: 'M-1',
  email_addresses: mail('b@x.com', 'A@x.com'),
  assigned_to: 'u',
};
const rows = buildMergeRows(module, 'Name');
const saved = buildMergeColumns([first, second], undefined, undefined);
const row = (id: string) => rows.find((one) => one.id === id) ?? expect.fail(`no row ${id}`);

describe('merge rows', () => {
  it('combine the name parts and omit fields without write permission', () => {
    expect(rows.map((one) => one.id)).toEqual(['name', 'mobile_phone', 'member_number', 'email_addresses', 'assigned_to']);
  });
  it('compare relates regardless of their format', () => {
    const { differing, same } = splitRows(rows, saved);
    expect(differing.map((one) => one.id)).toEqual(['name', 'mobile_phone', 'member_number', 'email_addresses']);
    expect(same.map((one) => one.id)).toEqual(['assigned_to']);
  });
});

describe('merged fields', () => {
  it('keep the values of the primary record, fill its empty fields and add addresses', () => {
    expect(firstPrimary(saved)).toBe('a');
    expect(chosenColumn(row('member_number'), saved, 'a', {})?.key).toBe('b');
    const fields = mergedFields(rows, saved, 'a', {});
    expect(Object.keys(fields).sort()).toEqual(['email_addresses', 'member_number']);
    expect(fields.email_addresses).toMatchObject([
      { email_address: 'a@x.com', primary: true },
      { email_address: 'b@x.com', primary: false },
    ]);
    expect(countTaken(rows, saved, 'a', {})).toBe(2);
  });
  it('use the chosen value, and both name parts together', () => {
    expect(mergedFields(rows, saved, 'a', { name: 'b' })).toMatchObject({ first_name: 'Anna' });
    expect(mergedFields(rows, saved, 'b', {})).toMatchObject({ mobile_phone: '4045550136' });
  });
  it('contain null for a chosen empty value, so that it is not filled in', () => {
    expect(mergedFields(rows, saved, 'a', { member_number: 'a' })).toMatchObject({ member_number: null });
  });
  it('merge an unsaved draft into the first saved record', () => {
    const columns = buildMergeColumns([first], { first_name: 'Annie', last_name: 'Lee', email_addresses: mail('new@x.com') }, undefined);
    expect(columns.map((column) => [column.key, column.id])).toEqual([
      ['draft', undefined],
      ['a', 'a'],
    ]);
    expect(firstPrimary(columns)).toBe('a');
    expect(mergedFields(rows, columns, 'a', { name: 'draft' })).toMatchObject({
      first_name: 'Annie',
      email_addresses: [{ email_address: 'a@x.com' }, { email_address: 'new@x.com' }],
    });
  });
  it('contain the unsaved changes of the record whose form was open', () => {
    const columns = buildMergeColumns([first, second], { mobile_phone: '2065550100' }, 'a');
    expect(columns[0]).toMatchObject({ key: 'a', isEdited: true, values: { mobile_phone: '2065550100', last_name: 'Lee' } });
    expect(mergedFields(rows, columns, 'a', {})).toMatchObject({ mobile_phone: '2065550100' });
  });
});

describe('merging addresses', () => {
  it('removes duplicates regardless of case and keeps one primary address', () => {
    expect(mergeAddresses([mail('a@x.com'), mail('A@X.com', 'b@x.com')])).toMatchObject([
      { email_address: 'a@x.com', primary: true },
      { email_address: 'b@x.com', primary: false },
    ]);
    expect(mergeAddresses([undefined, mail('b@x.com')])).toMatchObject([{ email_address: 'b@x.com', primary: true }]);
  });
  it('lists the addresses that the primary record lacks', () => {
    const [one, two] = saved;
    if (!one || !two) expect.fail('two columns');
    expect(addressesToAdd(row('email_addresses'), two, one)).toEqual(['b@x.com']);
  });
});

describe('rows that one record alone fills', () => {
  const folded = (choices: Record<string, string>) => {
    const { differing } = splitRows(rows, saved);
    const { choices: open, filled } = splitFilled(differing, saved, (one) => chosenColumn(one, saved, 'a', choices));
    return [open.map(({ id }) => id), ...filled.map((group) => [group.column.id, ...group.rows.map(({ id }) => id)])];
  };

  it('are folded by record', () => {
    expect(folded({})).toEqual([
      ['name', 'email_addresses'],
      ['a', 'mobile_phone'],
      ['b', 'member_number'],
    ]);
  });

  it('are shown when another value than theirs was chosen', () => {
    expect(folded({ member_number: 'a' })).toEqual([
      ['name', 'member_number', 'email_addresses'],
      ['a', 'mobile_phone'],
    ]);
  });
});
