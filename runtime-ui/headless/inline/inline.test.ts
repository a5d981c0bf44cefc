import { describe, expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { savesOnChange, hasParts, isInlineEditable, isMultiline } from './inline-fields.ts';

const module = fixtureModule({
  rights: {
    access: true,
    create: true,
    mass_update: true,
    export: true,
    assign_any_team: true,
    view: 'All',
    edit: 'Owner',
    delete: 'None',
  },
});
const own = { _id: 'r1', _version: 1, assigned_to: { _id: 'me', name: 'Me' } };
const other = { _id: 'r2', _version: 1, assigned_to: 'you' };

describe('inline editing', () => {
  const place = (more: Parameters<typeof fixtureField>[1] = {}, readOnly = false) => {
    const field = fixtureField('TextField', more);
    return { field, layout: { fieldName: field.fieldName, ...(readOnly ? { readOnly } : {}) } };
  };

  it('is possible on a record that the user may edit', () => {
    expect(isInlineEditable(module, place(), own, 'me')).toBe(true);
    expect(isInlineEditable(module, place(), other, 'me')).toBe(false);
    expect(isInlineEditable({ ...module, rights: { ...module.rights, edit: 'All' } }, place(), other, 'me')).toBe(true);
  });

  it('respects the rights of the field: by owner, read-only, masked', () => {
    const all = { ...module, rights: { ...module.rights, edit: 'All' as const } };
    const byOwner = place({ rights: { read: 'all', write: 'owner' } });
    expect([isInlineEditable(all, byOwner, own, 'me'), isInlineEditable(all, byOwner, other, 'me')]).toEqual([true, false]);
    const closed = [
      place({ rights: { read: 'all', write: 'none' } }),
      place({ readOnly: true }),
      place({}, true),
      place({ sensitive: true }),
    ];
    expect(closed.map((one) => isInlineEditable(all, one, own, 'me'))).toEqual([false, false, false, false]);
    expect(
      (['AutoIncrement', 'File', 'Object', 'Array', 'MessageListField'] as const).map((type) =>
        isInlineEditable(all, { field: fixtureField(type), layout: { fieldName: 'x' } }, own, 'me'),
      ),
    ).toEqual([false, false, false, false, false]);
  });

  it('excludes computed names, but not typed ones', () => {
    const named = (required: boolean) => isInlineEditable(module, place({ fieldName: 'name', required }), own, 'me');
    expect([named(false), named(true)]).toEqual([false, true]);
  });

  it('saves on change for a single choice, and on Ctrl Enter if Enter inserts a new line', () => {
    const types = ['Dropdown', 'Relate', 'Checkbox', 'TextField', 'TextArea', 'Address', 'MultiSelect'] as const;
    expect(types.map((type) => [savesOnChange(fixtureField(type)), isMultiline(fixtureField(type)), hasParts(fixtureField(type))])).toEqual(
      [
        [true, false, false],
        [true, false, false],
        [true, false, false],
        [false, false, false],
        [false, true, false],
        [false, false, true],
        [false, false, true],
      ],
    );
  });
});
