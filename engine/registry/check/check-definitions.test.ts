import { describe, expect, it } from 'vitest';
import type { FieldDefinition, FinderDefinition, ModuleDefinition } from '#engine/model/definitions';
import { loadSnapshot } from '../registry-core.ts';
import { findProblems, type AddedDefinition } from './check-fixture.ts';

const BASE = 'tests/fixtures/definitions';

const crate: ModuleDefinition = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', fields: [] };

/** The problems of the fixture with these items added, as 'path cause'. */
async function problemsWith(...items: readonly AddedDefinition[]): Promise<string[]> {
  return findProblems(items);
}

function withField(field: Partial<FieldDefinition> & { [name: string]: unknown }): AddedDefinition {
  const whole: FieldDefinition = { id: 'x_field', fieldName: 'x', label: 'X', inputType: 'TextField', ...field };
  return {
    kind: 'module',
    definition: {
      ...crate,
      fields: [{ id: 'x_colour', fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'colour' }, whole],
    },
  };
}

describe('checking definitions', () => {
  it('accepts a valid definition', async () => {
    expect(await problemsWith(withField({}))).toEqual([]);
  });

  it.each<readonly [what: string, field: { readonly [name: string]: unknown }, cause: RegExp]>([
    ['a field of a reserved name', { fieldName: 'and' }, /reserved/],
    ['a field of a name that JavaScript has', { fieldName: 'constructor' }, /reserved/],
    ['a field name that begins with a capital', { fieldName: 'Name' }, /"Name" is no name of a field/],
    ['two fields of one name', { fieldName: 'colour' }, /two fields named colour/],
    ['two ids that differ only in case', { id: 'X_Colour' }, /two fields with the id/],
    [
      'an input type that does not exist',
      { inputType: 'TextFeld' },
      /"TextFeld" is none of the allowed values\. Did you mean TextField\? They are: (?:\w+, ){24}\w+\./,
    ],
    [
      'a validator that does not exist',
      { validators: [{ name: 'usZipp' }] },
      /validators\/0\/name There is no validator usZipp\. Did you mean usZip\?/,
    ],
    ['an empty label', { label: '' }, /\/label Fill this in\./],
    ['a property that does not exist', { requird: true }, /no property requird\. Did you mean required\?/],
    ['a dropdown without options', { inputType: 'Dropdown' }, /names its dropdown/],
    ['a dropdown that does not exist', { inputType: 'Dropdown', dropdown: 'shapes' }, /no dropdown shapes/],
    ['a default that is not an option', { inputType: 'Dropdown', dropdown: 'colour', default: 'green' }, /not a value/],
    ['a default that a setting gives to a text', { defaultSetting: 'time_zone' }, /cannot be a setting/],
    [
      'a default of a setting that there is not',
      { inputType: 'Dropdown', dropdown: 'colour', defaultSetting: 'no_colour' },
      /no setting no_colour/,
    ],
    ['a relate to nothing', { inputType: 'Relate' }, /names the one module/],
    ['a ref on a text', { ref: 'things' }, /points to no module/],
    ['a dependent field without a parent', { dependent: true }, /names its parentField/],
    [
      'a parent that does not exist',
      { dependent: true, parentField: 'shape', fieldsToTrigger: { kind: 'text', contains: 'x' } },
      /no field shape/,
    ],
    [
      'a trigger that does not fit its parent',
      { dependent: true, parentField: 'colour', fieldsToTrigger: { kind: 'text', contains: 'x' } },
      /does not fit/,
    ],
    [
      'a trigger on a value that is not an option',
      { dependent: true, parentField: 'colour', fieldsToTrigger: { kind: 'dropdown', in: ['green'] } },
      /green is not a value/,
    ],
    [
      'a field that is its own parent',
      { dependent: true, parentField: 'x', fieldsToTrigger: { kind: 'text', contains: 'x' } },
      /form a cycle/,
    ],
    [
      'options that follow a text',
      { inputType: 'Dropdown', dropdown: 'colour', optionsBy: { field: 'name', options: { red: ['red'] } } },
      /cannot depend on name/,
    ],
    [
      'options that follow nothing',
      { inputType: 'Dropdown', dropdown: 'colour', optionsBy: { field: 'shape', options: { red: ['red'] } } },
      /no field shape/,
    ],
    ['options of a text', { optionsBy: { field: 'colour', options: { red: ['red'] } } }, /has no options/],
    [
      'options for a value that the parent has not',
      { inputType: 'Dropdown', dropdown: 'colour', optionsBy: { field: 'colour', options: { green: ['red'] } } },
      /green is not a value of colour/,
    ],
    [
      'options that the field has not',
      { inputType: 'MultiSelect', dropdown: 'colour', optionsBy: { field: 'colour', options: { red: ['green'] } } },
      /green is not a value of the dropdown/,
    ],
    [
      'options that follow their own field',
      { inputType: 'Dropdown', dropdown: 'colour', optionsBy: { field: 'x', options: { red: ['red'] } } },
      /depend on itself/,
    ],
    ['a ZIP that fills what is not there', { zipAutofill: { city: 'town' } }, /no field town/],
    ['a ZIP that is a number', { inputType: 'Number', zipAutofill: { city: 'name' } }, /Only a TextField/],
    ['ZIPs that are numbers', { inputType: 'Number', containsZips: true }, /TextField or ListField/],
    ['a ZIP that fills itself', { zipAutofill: { city: 'x' } }, /cannot be filled with the city/],
    ['a searchable number', { inputType: 'Number', searchable: true }, /Searches do not cover a Number/],
    ['a text that is a deadline', { deadline: true }, /A TextField cannot be a deadline/],
    ['a text that waits for an approval', { awaitsApproval: ['new'] }, /A TextField waits for no approval/],
    [
      'a value that waits for an approval and does not exist',
      { inputType: 'Dropdown', dropdown: 'colour', awaitsApproval: ['asked'] },
      /"asked" is not a value of the dropdown colour/,
    ],
    ['a day that is open but no deadline', { inputType: 'Date', openWhen: true }, /Only a deadline can have openWhen/],
    ['a unique list', { inputType: 'MultiSelect', dropdown: 'colour', unique: true }, /cannot be unique/],
    ['a minimum above the maximum', { inputType: 'Number', minimum: 2, maximum: 1 }, /above the maximum/],
    ['another type for a system field', { fieldName: 'createdAt', inputType: 'TextField' }, /DateTime in every module/],
  ])('rejects %s', async (_, field, cause) => {
    expect(await problemsWith(withField(field))).toContainEqual(expect.stringMatching(cause));
  });

  it('rejects a module with a name or path that exists already', async () => {
    expect(await problemsWith({ kind: 'module', definition: { ...crate, name: 'Things' } })).toEqual(
      expect.arrayContaining([expect.stringContaining('There is another module/Things')]),
    );
    expect(await problemsWith({ kind: 'module', definition: { ...crate, path: '/api/things' } })).toEqual(
      expect.arrayContaining([expect.stringContaining('already the path of')]),
    );
  });

  it('rejects a module with a reserved path, or with a name that JavaScript reserves', async () => {
    expect(await problemsWith({ kind: 'module', definition: { ...crate, path: '/api/shell' } })).toEqual([
      expect.stringContaining('belong to no module'),
    ]);
    expect(await problemsWith({ kind: 'module', definition: { ...crate, name: 'constructor' } })).toEqual([
      expect.stringContaining('reserved'),
    ]);
  });

  it('rejects an id that exists already', async () => {
    expect(await problemsWith({ kind: 'module', definition: { ...crate, id: 'things' } })).toEqual(
      expect.arrayContaining([expect.stringContaining('already that of')]),
    );
  });

  it('rejects a layout with unknown fields, modules and roles', async () => {
    const layout = {
      id: 'crates_grid',
      ssModule: 'crates',
      view: 'grid' as const,
      sections: [{ id: 'main', label: 'Main', fields: [{ fieldName: 'nothing' }, { fieldName: 'name' }, { fieldName: 'name' }] }],
    };
    const module: AddedDefinition = { kind: 'module', definition: crate };
    expect(await problemsWith(module, { kind: 'layout', definition: layout })).toEqual([
      expect.stringContaining('There is no field nothing'),
      expect.stringContaining('name is in the layout twice'),
    ]);
    expect(await problemsWith({ kind: 'layout', definition: layout })).toEqual([expect.stringContaining('There is no module crates')]);
    expect(
      await problemsWith(module, {
        kind: 'layout',
        definition: { ...layout, role: 'Nobody', sections: [{ id: 'main', label: 'Main', fields: [] }] },
      }),
    ).toEqual([expect.stringContaining('There is no role Nobody')]);
  });

  const withFinder = (finder: object): AddedDefinition => {
    const fields: FieldDefinition[] = [
      { id: 'x_count', fieldName: 'count', label: 'Count', inputType: 'Number' },
      { id: 'x_code', fieldName: 'code', label: 'Code', inputType: 'Number', sensitive: true },
      { id: 'x_depot', fieldName: 'depot', label: 'Depot', inputType: 'Relate', ref: 'depots' },
    ];
    return { kind: 'module', definition: { ...crate, fields, finders: [{ summary: 'X', ...finder } as FinderDefinition] } };
  };

  it.each([
    [
      'a page',
      {
        path: '/by-count/:count',
        terms: { count: { equals: ':count' }, name: { exists: true } },
        result: 'page',
        sort: { sortField: 'name', sortOrder: 'asc' },
      },
    ],
    ['a record by fixed terms', { path: '/first', terms: { name: 'First' }, result: 'record' }],
    ['the next number', { path: '/get-next-available/count', nextNumberOf: 'count' }],
    [
      'one with parameters in the body',
      { path: '/by-counts', usesBody: true, terms: { count: { in: ':counts' }, not: { name: { equals: ':name' } } }, result: 'page' },
    ],
    [
      'a deletion by what a body names, at the path of a reading',
      { path: '/list', usesBody: true, terms: { count: ':count' }, result: 'deletion' },
    ],
    [
      'one on a module that is not defined, which is left out',
      { path: '/by-depot/:depot', terms: { depot: ':depot', nothing: 1 }, result: 'page' },
    ],
  ])('accepts a finder: %s', async (_, finder) => {
    expect(await problemsWith(withFinder(finder))).toEqual([]);
  });

  it.each([
    [
      'an unknown field',
      { path: '/by-x/:x', terms: { x: ':x' }, result: 'page' },
      '/finders/0/terms/x',
      /The finder \/by-x\/:x of crates: there is no such field \(x\)/,
    ],
    [
      'an operator that the field has not',
      { path: '/by-count/:x', terms: { count: { contains: ':x' } }, result: 'page' },
      '/finders/0/terms/count/contains',
      /no operator/,
    ],
    [
      'an operand without its part of the path',
      { path: '/by-count/:x', terms: { count: ':x', name: ':y' }, result: 'page' },
      '/finders/0/terms',
      /no parameter :y/,
    ],
    [
      'a body without parameters',
      { path: '/by-count/:x', usesBody: true, terms: { count: ':x' }, result: 'page' },
      '/finders/0/usesBody',
      /no term uses a parameter of the body/,
    ],
    [
      'a body parameter with the name of a page parameter',
      { path: '/by-count', usesBody: true, terms: { count: ':pageSize' }, result: 'page' },
      '/finders/0/terms',
      /pageSize is reserved for paging/,
    ],
    [
      'a common endpoint with a body',
      { path: '/search', usesBody: true, terms: { count: ':x' }, result: 'page' },
      '/finders/0/path',
      /is an endpoint of every module/,
    ],
    ['the next by a body', { path: '/next', usesBody: true, nextNumberOf: 'count' }, '/finders/0/nextNumberOf', /only path and summary/],
    ['others by a path with a part', { path: '/others/:x', relation: 'crates_others' }, '/finders/0/path', /path cannot have parameters/],
    [
      'others with terms',
      { path: '/others', relation: 'crates_others', terms: { count: 1 } },
      '/finders/0/relation',
      /only path and summary/,
    ],
    [
      'others by a relation that is none',
      { path: '/others', relation: 'created_by' },
      '/finders/0/relation',
      /created_by is not a relation from exactly one other module/,
    ],
    [
      'a parameter that no term uses',
      { path: '/by-count/:x/:y', terms: { count: ':x' }, result: 'page' },
      '/finders/0/path',
      /no term uses the parameter :y/,
    ],
    ['a common endpoint', { path: '/list', terms: { count: 1 }, result: 'page' }, '/finders/0/path', /is an endpoint of every module/],
    [
      'a common endpoint with a part',
      { path: '/with-relationships/:count', terms: { count: ':count' }, result: 'page' },
      '/finders/0/path',
      /is an endpoint of every module/,
    ],
    [
      'a common endpoint that deletes',
      { path: '/mark-deleted/:count', terms: { count: ':count' }, result: 'deletion' },
      '/finders/0/path',
      /is an endpoint of every module/,
    ],
    ['a path that begins with a part', { path: '/:count/all', terms: { count: ':count' }, result: 'page' }, '/finders/0/path', /pattern/],
    ['two parts of one name', { path: '/by/:x/:x', terms: { count: ':x' }, result: 'page' }, '/finders/0/path', /same name/],
    [
      'terms without an equality',
      { path: '/above/:x', terms: { count: { range: { gt: ':x' } } }, result: 'page' },
      '/finders/0/terms',
      /must be an equality/,
    ],
    [
      'other records',
      { path: '/by-maker/:x', terms: { created_by: { related: { name: ':x' } } }, result: 'page' },
      '/finders/0/terms',
      /terms cannot use related/,
    ],
    [
      'an order that is none',
      { path: '/by-count/:x', terms: { count: ':x' }, result: 'page', sort: { sortField: 'nothing', sortOrder: 'asc' } },
      '/finders/0/sort/sortField',
      /cannot be sorted by nothing/,
    ],
    ['neither terms nor next', { path: '/first', result: 'page' }, '/finders/0', /terms and result are required/],
    [
      'terms and next',
      { path: '/first', terms: { count: 1 }, result: 'page', nextNumberOf: 'count' },
      '/finders/0/nextNumberOf',
      /only path and summary/,
    ],
    ['the next of a part', { path: '/next/:x', nextNumberOf: 'count' }, '/finders/0/path', /path cannot have parameters/],
    ['the next text', { path: '/next', nextNumberOf: 'name' }, '/finders/0/nextNumberOf', /neither a Number nor an AutoIncrement/],
    ['the next of nothing', { path: '/next', nextNumberOf: 'nothing' }, '/finders/0/nextNumberOf', /no field nothing/],
    ['the next secret', { path: '/next', nextNumberOf: 'code' }, '/finders/0/nextNumberOf', /code has no sequence/],
  ])('rejects a finder: %s', async (_, finder, path, cause) => {
    const problems = await problemsWith(withFinder(finder));
    expect(
      problems.some((problem) => problem.startsWith(`/definitions/0${path} `) && cause.test(problem)),
      problems.join('\n'),
    ).toBe(true);
  });

  it('rejects a second finder at the same path, and accepts finders that a plugin adds', async () => {
    const more = { path: '/by-count/:other', terms: { count: ':other' }, result: 'page' as const, summary: 'Again' };
    const extensions = [{ module: 'crates', finders: [more] }];
    const first = withFinder({ path: '/by-count/:x', terms: { count: ':x' }, result: 'page' });
    await expect(loadSnapshot([BASE], [{ plugin: 'more', definitions: [first], extensions }])).rejects.toMatchObject({
      details: [{ field: '/definitions/0/finders/1/path', message: expect.stringContaining('it conflicts with the finder /by-count/:x') }],
    });
    const snapshot = await loadSnapshot(
      [BASE],
      [{ plugin: 'more', definitions: [withFinder({ path: '/first', terms: { name: 'x' }, result: 'page' })], extensions }],
    );
    expect(snapshot.module('crates')?.finders.map(({ path }) => path)).toEqual(['/first', '/by-count/:other']);
    expect(snapshot.references('field/crates.count')).toContainEqual({ from: 'module/crates', path: '/finders/1' });
  });

  it('rejects a relationship in the wrong module, and one with itself that has only one name', async () => {
    const end = { name: 'crates', label: 'Crate' };
    const wrong = {
      id: 'rel_a',
      name: 'a',
      label: 'A',
      type: 'One to Many' as const,
      primary_module: { name: 'things', label: 'Thing' },
      related_module: end,
    };
    const one = { id: 'rel_b', name: 'b', label: 'B', type: 'One to Many' as const, primary_module: end, related_module: end };
    const problems = await problemsWith({ kind: 'module', definition: { ...crate, relationships: [wrong, one] } });
    expect(problems).toEqual(
      expect.arrayContaining([expect.stringContaining('must be crates'), expect.stringContaining('needs a reverseName')]),
    );
  });

  it.each([
    ['time_zone', 'Nowhere/Else', /name of a time zone/],
    ['time_zone', 5, /name of a time zone/],
    ['password_max_length', 7, /whole number from 8 to 128/],
    ['undo_days', 0, /days from 1 to/],
    ['audit_retention_days', -1, /0 keeps the log for ever/],
    ['query_cache', 'off', /true or false/],
    ['password_max_length', '20', /whole number from 8 to 128/],
  ])('rejects the setting %s as %j, because the engine reads it', async (key, setting, cause) => {
    expect(await problemsWith({ kind: 'setting', definition: { id: 'setting_other', name: 'X', key, setting } })).toEqual(
      expect.arrayContaining([expect.stringMatching(cause)]),
    );
  });

  it('reports all problems at once', async () => {
    expect(
      (await problemsWith(withField({ fieldName: 'or', inputType: 'Number', searchable: true, minimum: 2, maximum: 1 }))).length,
    ).toBeGreaterThanOrEqual(3);
  });
});
