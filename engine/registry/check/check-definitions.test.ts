import { describe, expect, it } from 'vitest';
import type { DefinitionKind, DefinitionsByKind, FieldDefinition, ModuleDefinition } from '#engine/model';
import type { MusterError } from '../../errors/index.ts';
import { loadSnapshot } from '../load-snapshot.ts';

const BASE = 'tests/fixtures/definitions';

type Item = { readonly kind: DefinitionKind; readonly definition: DefinitionsByKind[DefinitionKind] };

const crate: ModuleDefinition = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', fields: [] };

/** What is wrong with the fixture once this is added to it, as 'path cause'. */
async function problemsWith(...items: readonly Item[]): Promise<string[]> {
  return loadSnapshot([BASE], [{ plugin: 'more', definitions: items }]).then(
    () => [],
    (error: MusterError) => {
      expect(error.code).toBe('definition_broken');
      return error.details.map((detail) => `${detail.field} ${detail.message}`);
    },
  );
}

function withField(field: Partial<FieldDefinition> & { [name: string]: unknown }): Item {
  const whole: FieldDefinition = { id: 'x_field', fieldName: 'x', label: 'X', inputType: 'TextField', ...field };
  return { kind: 'module', definition: { ...crate, fields: [{ id: 'x_colour', fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'colour' }, whole] } };
}

describe('checking definitions', () => {
  it('accepts a sound one', async () => {
    expect(await problemsWith(withField({}))).toEqual([]);
  });

  it.each([
    ['a field of a reserved name', { fieldName: 'and' }, /reserved/],
    ['a field of a name that JavaScript has', { fieldName: 'constructor' }, /reserved/],
    ['a field name that begins with a capital', { fieldName: 'Name' }, /pattern/],
    ['two fields of one name', { fieldName: 'colour' }, /two fields named colour/],
    ['two ids that differ in case alone', { id: 'X_Colour' }, /two fields with the id/],
    ['an input type that does not exist', { inputType: 'Text' }, /allowed values/],
    ['a property that does not exist', { colour: 'red' }, /no property colour/],
    ['a dropdown without options', { inputType: 'Dropdown' }, /names its dropdown/],
    ['a dropdown that does not exist', { inputType: 'Dropdown', dropdown: 'shapes' }, /no dropdown shapes/],
    ['a default that is not an option', { inputType: 'Dropdown', dropdown: 'colour', default: 'green' }, /not a value/],
    ['a relate to nothing', { inputType: 'Relate' }, /names the one module/],
    ['a ref on a text', { ref: 'things' }, /points to no module/],
    ['a dependent field without a parent', { dependent: true }, /names its parentField/],
    ['a parent that does not exist', { dependent: true, parentField: 'shape', fieldsToTrigger: { kind: 'text', contains: 'x' } }, /no field shape/],
    ['a trigger that does not fit its parent', { dependent: true, parentField: 'colour', fieldsToTrigger: { kind: 'text', contains: 'x' } }, /does not fit/],
    ['a trigger on a value that is not an option', { dependent: true, parentField: 'colour', fieldsToTrigger: { kind: 'dropdown', in: ['green'] } }, /green is not a value/],
    ['a field that is its own parent', { dependent: true, parentField: 'x', fieldsToTrigger: { kind: 'text', contains: 'x' } }, /lead back/],
    ['a searchable number', { inputType: 'Number', searchable: true }, /not looked for/],
    ['a unique list', { inputType: 'MultiSelect', dropdown: 'colour', unique: true }, /cannot be unique/],
    ['a minimum above the maximum', { inputType: 'Number', minimum: 2, maximum: 1 }, /above the maximum/],
    ['another type for a system field', { fieldName: 'createdAt', inputType: 'TextField' }, /DateTime in every module/],
  ])('refuses %s', async (_, field, cause) => {
    const problems = await problemsWith(withField(field as Partial<FieldDefinition>));
    expect(problems.some((problem) => cause.test(problem)), problems.join('\n')).toBe(true);
  });

  it('refuses a module of a name or path that is taken', async () => {
    expect(await problemsWith({ kind: 'module', definition: { ...crate, name: 'Things' } })).toEqual(expect.arrayContaining([expect.stringContaining('There is another module/Things')]));
    expect(await problemsWith({ kind: 'module', definition: { ...crate, path: '/api/things' } })).toEqual(expect.arrayContaining([expect.stringContaining('already the path of')]));
  });

  it('refuses a module at the path of other calls, or of a name that JavaScript has', async () => {
    expect(await problemsWith({ kind: 'module', definition: { ...crate, path: '/api/shell' } })).toEqual([expect.stringContaining('belong to no module')]);
    expect(await problemsWith({ kind: 'module', definition: { ...crate, name: 'constructor' } })).toEqual([expect.stringContaining('reserved')]);
  });

  it('refuses an id that is taken', async () => {
    expect(await problemsWith({ kind: 'module', definition: { ...crate, id: 'things' } })).toEqual(expect.arrayContaining([expect.stringContaining('already that of')]));
  });

  it('refuses a layout of unknown fields, modules and roles', async () => {
    const layout = { id: 'crates_grid', ssModule: 'crates', view: 'grid' as const, sections: [{ id: 'main', label: 'Main', fields: [{ fieldName: 'nothing' }, { fieldName: 'name' }, { fieldName: 'name' }] }] };
    const module: Item = { kind: 'module', definition: crate };
    expect(await problemsWith(module, { kind: 'layout', definition: layout })).toEqual([expect.stringContaining('There is no field nothing'), expect.stringContaining('name is in the layout twice')]);
    expect(await problemsWith({ kind: 'layout', definition: layout })).toEqual([expect.stringContaining('There is no module crates')]);
    expect(await problemsWith(module, { kind: 'layout', definition: { ...layout, role: 'Nobody', sections: [{ id: 'main', label: 'Main', fields: [] }] } })).toEqual([expect.stringContaining('There is no role Nobody')]);
  });

  it('refuses a relationship that lies in the wrong module, or with itself names one end', async () => {
    const end = { name: 'crates', label: 'Crate' };
    const wrong = { id: 'rel_a', name: 'a', label: 'A', type: 'One to Many' as const, primary_module: { name: 'things', label: 'Thing' }, related_module: end };
    const one = { id: 'rel_b', name: 'b', label: 'B', type: 'One to Many' as const, primary_module: end, related_module: end };
    const problems = await problemsWith({ kind: 'module', definition: { ...crate, relationships: [wrong, one] } });
    expect(problems).toEqual(expect.arrayContaining([expect.stringContaining('must be crates'), expect.stringContaining('names both ends')]));
  });

  it.each([
    ['time_zone', 'Nowhere/Else', /name of a time zone/],
    ['time_zone', 5, /name of a time zone/],
    ['password_max_length', 7, /whole number from 8 to 128/],
    ['undo_days', 0, /days from 1 to/],
    ['audit_retention_days', -1, /0 keeps the log for ever/],
    ['password_max_length', '20', /whole number from 8 to 128/],
  ])('refuses the setting %s as %j, for the engine reads it', async (key, setting, cause) => {
    expect(await problemsWith({ kind: 'setting', definition: { id: 'setting_other', name: 'X', key, setting } })).toEqual(expect.arrayContaining([expect.stringMatching(cause)]));
  });

  it('names every problem at once', async () => {
    expect((await problemsWith(withField({ fieldName: 'or', inputType: 'Number', searchable: true, minimum: 2, maximum: 1 }))).length).toBeGreaterThanOrEqual(3);
  });
});
