import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LAYOUT_VIEWS, type ModuleDefinition } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import { loadSnapshot } from '../registry-core.ts';

const snapshot = await loadSnapshot(['tests/fixtures/definitions']);
const things = snapshot.module('things')!;
const boxes = snapshot.module('boxes')!;
const indexes = things.storage.indexes.map((index) => index.keys.join('+'));

describe('a compiled module', () => {
  it('has the default fields, with ids that are the same in every module', () => {
    for (const name of ['name', 'updatedAt', 'createdAt', 'created_by', 'modified_by', 'assigned_to', 'description', 'deleted', 'teams']) {
      expect(things.fields.get(name), name).toBeDefined();
      expect(things.fields.get(name)?.id).toBe(boxes.fields.get(name)?.id);
    }
    expect(
      [...things.fields.values()]
        .filter((field) => field.system)
        .map((field) => field.name)
        .sort(),
    ).toEqual(['createdAt', 'created_by', 'deleted', 'modified_by', 'updatedAt']);
    expect(things.fields.get('name')?.definition.required).toBe(true);
  });

  it('uses its own version of a default field, except for the id', () => {
    expect(boxes.fields.get('name')).toMatchObject({ id: 'std_name', label: 'Box name' });
    expect([...boxes.fields.values()].filter((field) => field.name === 'name')).toHaveLength(1);
  });

  it('has the default fields of its kind', () => {
    for (const name of ['billing_address', 'shipping_address', 'office_phone', 'fax_phone', 'website'])
      expect(boxes.fields.has(name), name).toBe(true);
  });

  it('omits fields that point to modules that are not defined', () => {
    expect(boxes.fields.has('depot')).toBe(false);
    expect(boxes.relations.has('boxes_depots')).toBe(false);
    expect(things.fields.has('client')).toBe(false);
    expect(things.fields.get('about')?.refs).toEqual(['boxes']);
  });

  it('compiles a relationship to a relate on the related module and a labelled reverse relation on the primary one', () => {
    expect(things.fields.get('boxes_things')).toMatchObject({ id: 'rel_boxes_things', label: 'Box', refs: ['boxes'] });
    expect(things.relations.get('boxes_things')).toMatchObject({ direction: 'forward', modules: ['boxes'], many: false });
    expect(boxes.relations.get('boxes_things')).toEqual({
      name: 'boxes_things',
      label: 'Related Thing',
      direction: 'reverse',
      modules: ['things'],
      fieldName: 'boxes_things',
      many: true,
      flex: false,
    });
  });

  it('names both ends of a relationship with itself', () => {
    expect(boxes.relations.get('inside')).toMatchObject({ direction: 'forward', label: 'Inside', many: true });
    expect(boxes.relations.get('holds')).toMatchObject({ direction: 'reverse', label: 'Related Box', fieldName: 'inside' });
  });

  it('has reverse relations of the FlexRelates that may point to it', () => {
    expect(boxes.relations.get('things_about')).toMatchObject({
      direction: 'reverse',
      flex: true,
      modules: ['things'],
      fieldName: 'about',
    });
  });

  it('has all nine views, defined or generated', () => {
    for (const view of LAYOUT_VIEWS) expect(snapshot.layout('boxes', view, [])?.sections[0]?.fields.length, view).toBeGreaterThan(0);
    expect(snapshot.layout('things', 'grid', [])?.id).toBe('things_grid');
  });

  it('returns the layout of a role by its name or id, and the common layout for all others', () => {
    expect(snapshot.layout('things', 'edit', ['Clerk'])?.id).toBe('things_edit_clerk');
    expect(snapshot.layout('things', 'edit', ['role_clerk'])?.id).toBe('things_edit_clerk');
    expect(snapshot.layout('things', 'edit', ['Guest'])?.role).toBeUndefined();
  });

  it('is immutable', () => {
    expect(() => ((things as { label: string }).label = 'x')).toThrow();
    expect(() => ((things.fields.get('colour')!.definition as { label: string }).label = 'x')).toThrow();
    expect(() => (things.storage.indexes as unknown[]).push({})).toThrow();
  });
});

const GEARS = { id: 'gears', name: 'gears', label: 'Gears', labelSingular: 'Gear', team_enabled: true, kind: 'plain' } as const;

describe('the index plan', () => {
  it('pairs the fields of a search form with the order of the grid', () => {
    expect(indexes).toContain('things_colour+std_name');
    expect(indexes).toContain('things_place.state+std_name');
    expect(indexes).toContain('rel_boxes_things+std_name');
  });

  it('pairs the equality terms of a finder with its order, and supports the highest number of a counter', async () => {
    const finders = [
      {
        path: '/by-shade/:shade',
        terms: { shade: ':shade', code: { exists: true } },
        result: 'page' as const,
        sort: { sortField: 'price', sortOrder: 'asc' as const },
        summary: 'X',
      },
      {
        path: '/by-colour/:colour/:shade',
        terms: { colour: ':colour', shade: { equals: ':shade' }, deleted: false },
        result: 'page' as const,
        summary: 'X',
      },
      { path: '/for-code/:code', terms: { code: ':code' }, result: 'record' as const, summary: 'X' },
      { path: '/of-team/:team', terms: { teams: ':team' }, result: 'page' as const, summary: 'X' },
      { path: '/next', nextNumberOf: 'rank', summary: 'X' },
    ];
    const fields = [{ id: 'things_rank', fieldName: 'rank', label: 'Rank', inputType: 'Number' as const }];
    const more = await loadSnapshot(
      ['tests/fixtures/definitions'],
      [{ plugin: 'more', definitions: [], extensions: [{ module: 'things', fields, finders }] }],
    );
    const planned = more.module('things')?.storage.indexes.map((index) => index.keys.join('+')) ?? [];
    expect(planned.filter((keys) => !indexes.includes(keys)).sort()).toEqual([
      'things_colour+things_shade+std_name',
      'things_rank',
      'things_shade+things_price',
    ]);
  });

  it('has the branches of row rules of roles, and the fields by which records are duplicates', async () => {
    const filter = { or: [{ colour: 'red' }, { shade: { equals: 'dark' }, deleted: false }, { code: { startsWith: 'a' } }] };
    const role = { id: 'r', name: 'Reader', module_access: { things: { access: true, view: { filter } } } };
    const gears: ModuleDefinition = {
      ...GEARS,
      fields: [{ id: 'gears_town', fieldName: 'town', label: 'Town', inputType: 'TextField' }],
      duplicates: { action: 'warn', rules: [{ fields: ['name', 'town'], exactness: 'exact' }] },
    };
    const more = await loadSnapshot(
      ['tests/fixtures/definitions'],
      [
        {
          plugin: 'more',
          definitions: [
            { kind: 'role', definition: role },
            { kind: 'module', definition: gears },
          ],
        },
      ],
    );
    const planOf = (name: string) => more.module(name)?.indexPlan.map(({ names, rules }) => `${names.join('+')}: ${rules.join()}`) ?? [];
    expect(planOf('things')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^colour\+name: row rule/), expect.stringMatching(/^shade\+name: row rule/)]),
    );
    expect(planOf('things').filter((one) => one.includes('code') && one.includes('row rule'))).toEqual([]);
    expect(planOf('gears')).toEqual(expect.arrayContaining([expect.stringMatching(/^name\+town: .*duplicates/)]));
  });

  it('has the declared indexes, unique fields, owners, lists, and each sortable column that is shown', () => {
    expect(indexes).toEqual(
      expect.arrayContaining(['things_colour+things_price', 'std_assigned_to+std_name', 'std_teams', 'things_price']),
    );
    expect(indexes).not.toContain('std_updated_at');
    expect(things.storage.indexes.find((index) => index.unique)?.keys).toEqual(['things_code']);
  });

  it('has no index that is a prefix of another, none that starts with deleted, and list keys on their own', () => {
    for (const index of indexes)
      expect(
        indexes.filter((other) => other.startsWith(`${index}+`)),
        index,
      ).toEqual([]);
    expect(indexes.some((index) => index.startsWith('std_deleted'))).toBe(false);
    const lists = new Set(things.storage.keys.filter((key) => key.list).map((key) => key.id));
    for (const { keys } of things.storage.indexes) if (keys.length > 1) expect(keys.some((key) => lists.has(key))).toBe(false);
  });

  it('supports contains for the name and for texts of the search form', () => {
    expect(things.storage.contains).toContain('std_name');
    expect(things.storage.contains).not.toContain('things_shade');
  });

  it('names the rules that suggest an index, also those that suggest the start of it', () => {
    const rulesOf = (...names: string[]) => things.indexPlan.find((index) => index.names.join() === names.join())?.rules;
    expect(rulesOf('code')).toEqual(['unique']);
    expect(rulesOf('name')).toEqual(expect.arrayContaining(['order']));
    expect(rulesOf('colour', 'price')).toEqual(['declared']);
    expect(rulesOf('place.state', 'name')).toEqual(['search']);
    expect(rulesOf('assigned_to', 'name')).toEqual(expect.arrayContaining(['owner', 'relation']));
    expect(rulesOf('teams')).toEqual(expect.arrayContaining(['list']));
  });

  it('leaves out the indexes that the definition names, if they are planned and not required', async () => {
    const gears: ModuleDefinition = {
      ...GEARS,
      fields: [
        { id: 'gears_code', fieldName: 'code', label: 'Code', inputType: 'TextField', unique: true },
        { id: 'gears_colour', fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'colour' },
        { id: 'gears_price', fieldName: 'price', label: 'Price', inputType: 'Currency' },
      ],
      indexes: [
        ['colour', 'price'],
        ['price', 'colour'],
      ],
    };
    const load = async (withoutIndexes: string[][]): Promise<CompiledModule> => {
      const definition = { ...gears, withoutIndexes };
      const definitions = [{ kind: 'module' as const, definition }];
      return (await loadSnapshot(['tests/fixtures/definitions'], [{ plugin: 'more', definitions }])).module('gears')!;
    };
    const storedOf = ({ storage }: CompiledModule): string[] => storage.indexes.map((index) => index.keys.join('+'));
    const all = await load([]);
    const fewer = await load([
      ['price', 'colour'],
      ['price', 'name'],
    ]);
    expect(fewer.indexPlan.filter(({ isLeftOut }) => isLeftOut).map(({ names }) => names.join())).toEqual(['price,colour']);
    expect(storedOf(fewer)).toEqual(storedOf(all).filter((keys) => keys !== 'gears_price+gears_colour'));
    expect(storedOf(all)).toContain('gears_price+gears_colour');
    // A definition may name the default order of a list whose order is only in a layout: it is kept.
    expect((await load([['name']])).indexPlan.find(({ names }) => names.join() === 'name')).toMatchObject({
      isRequired: true,
      isLeftOut: false,
    });
    expect(all.indexPlan.filter(({ isRequired }) => isRequired).map(({ names }) => names.join())).toEqual(
      expect.arrayContaining(['code', 'name', 'teams']),
    );
  });

  it.each([
    ['a field that does not exist', ['shape'], /There is no field shape/],
    ['a field with several keys', ['place'], /has no single key/],
    ['a list in a pair', ['teams', 'name'], /its index cannot have other fields/],
    ['a unique field', ['code'], /is unique, which needs its index/],
    ['a list', ['teams'], /is a list, which needs its index/],
    ['the default order', ['name'], /is the default order, which needs its index/],
    ['nothing', [], /Add at least one/],
  ])('cannot leave out %s', async (_, names, problem) => {
    const definition: ModuleDefinition = {
      ...GEARS,
      defaultSort: { sortField: 'name', sortOrder: 'asc' },
      fields: [
        { id: 'gears_code', fieldName: 'code', label: 'Code', inputType: 'TextField', unique: true },
        { id: 'gears_place', fieldName: 'place', label: 'Place', inputType: 'Address' },
      ],
      withoutIndexes: [names],
    };
    const loading = loadSnapshot(['tests/fixtures/definitions'], [{ plugin: 'more', definitions: [{ kind: 'module', definition }] }]);
    await expect(loading).rejects.toMatchObject({
      code: 'definition_broken',
      details: [
        expect.objectContaining({
          field: expect.stringContaining('/withoutIndexes/0') as unknown,
          message: expect.stringMatching(problem) as unknown,
        }),
      ],
    });
  });

  it('has at most forty indexes', async () => {
    const many = await loadSnapshot(
      ['tests/fixtures/definitions'],
      [
        {
          plugin: 'wide',
          extensions: [
            {
              module: 'things',
              fields: Array.from({ length: 80 }, (_, number) => ({
                id: `wide_${number}`,
                fieldName: `wide_${number}`,
                label: 'Wide',
                inputType: 'Relate' as const,
                ref: 'users',
              })),
            },
          ],
        },
      ],
    );
    expect(many.module('things')?.storage.indexes).toHaveLength(40);
  });
});

describe('the reference index', () => {
  it('lists what names a field by its properties: modules of named fields, boards, calendars, duplicates, row rules', async () => {
    const text = { label: 'T', inputType: 'TextField' as const };
    const gears: ModuleDefinition = {
      ...GEARS,
      fields: [
        { id: 'gears_of', fieldName: 'about', label: 'About', inputType: 'Module' },
        { id: 'gears_list', fieldName: 'names', ...text, fieldsOf: 'about' },
        { id: 'gears_values', fieldName: 'values', label: 'V', inputType: 'Object', propertiesOf: 'about' },
        { id: 'gears_terms', fieldName: 'terms', label: 'Terms', inputType: 'Object', filterOf: 'about' },
        {
          id: 'gears_tests',
          fieldName: 'tests',
          label: 'Tests',
          inputType: 'Array',
          entry: { columns: [{ fieldName: 'of', ...text, fieldsOf: 'about' }] },
        },
        { id: 'gears_colour', fieldName: 'colour', label: 'Colour', inputType: 'Dropdown', dropdown: 'colour' },
        { id: 'gears_from', fieldName: 'begins', label: 'Begins', inputType: 'Date' },
        { id: 'gears_to', fieldName: 'ends', label: 'Ends', inputType: 'Date', defaultFormula: { var: 'record.begins' } },
      ],
      boardBy: 'colour',
      calendarBy: { field: 'begins', end: 'ends' },
      duplicates: { action: 'warn', rules: [{ fields: ['names'], exactness: 'exact' }] },
      rowRules: { Provider: { colour: 'red' } },
      homeLists: [{ id: 'worn', label: 'Worn', place: 'side', filter: { colour: 'red' }, date: 'begins', done: { ends: null } }],
    };
    const more = await loadSnapshot(
      ['tests/fixtures/definitions'],
      [{ plugin: 'more', definitions: [{ kind: 'module', definition: gears }] }],
    );
    const pathsOf = (name: string) => more.references(`field/gears.${name}`).map(({ path }) => path);
    expect(pathsOf('about')).toEqual([
      '/fields/names/fieldsOf',
      '/fields/values/propertiesOf',
      '/fields/terms/filterOf',
      '/fields/tests/entry/of/fieldsOf',
    ]);
    expect(pathsOf('colour')).toEqual(expect.arrayContaining(['/boardBy', '/rowRules/Provider']));
    expect(pathsOf('begins')).toEqual(expect.arrayContaining(['/calendarBy', '/fields/ends/defaultFormula']));
    expect(pathsOf('ends')).toEqual(expect.arrayContaining(['/calendarBy', '/homeLists/0']));
    expect(pathsOf('names')).toContain('/duplicates/rules/0');
  });

  it('lists the references to a field, a dropdown, a role and a module', () => {
    expect(snapshot.references('field/things.colour').map((reference) => reference.from)).toEqual(
      expect.arrayContaining(['layout/things.grid', 'layout/things.basic-search', 'module/things']),
    );
    expect(snapshot.references('dropdown/colour')).toContainEqual({ from: 'module/things', path: '/fields/colour/dropdown' });
    expect(snapshot.references('role/Clerk').map((reference) => reference.from)).toEqual(['layout/things.edit.Clerk']);
    expect(snapshot.references('module/things').map((reference) => reference.from)).toEqual(
      expect.arrayContaining(['role/Clerk', 'menu/staff']),
    );
  });

  it('lists the fields that conditions, rules and transition requirements name', async () => {
    const permits = JSON.parse(readFileSync('tests/fixtures/rules/permits.json', 'utf8')) as ModuleDefinition;
    const options = ['draft', 'review', 'closed', 'rejected'].map((value) => ({ value, label: value }));
    const dropdown = { id: 'permit_stage', name: 'permit_stage', options };
    const definitions = [
      { kind: 'dropdown' as const, definition: dropdown },
      { kind: 'module' as const, definition: permits },
    ];
    const other = await loadSnapshot(['tests/fixtures/definitions'], [{ plugin: 'office', definitions }]);
    const pathsTo = (name: string) =>
      other
        .references(`field/permits.${name}`)
        .filter(({ from }) => from === 'module/permits')
        .map(({ path }) => path);
    expect(pathsTo('stage')).toEqual(['/fields/reason/visibleWhen', '/fields/fee/readOnlyWhen', '/validations/0']);
    expect(pathsTo('hours')).toEqual(['/fields/stage/transitionRequirements/1', '/fields/note/requiredWhen', '/validations/1']);
    expect(pathsTo('reason')).toEqual(['/fields/stage/transitionRequirements/0']);
    expect(pathsTo('starts_on')).toEqual(['/fields/ends_on/validations/0', '/validations/0']);
    const { validations, fields } = other.module('permits') as CompiledModule;
    expect(validations.map(({ fields: shownAt, owner }) => [shownAt, owner])).toEqual([
      [['ends_on'], 'ends_on'],
      [[], undefined],
      [['hours'], undefined],
    ]);
    expect(fields.get('reason')?.trigger).toBeUndefined();
    expect(snapshot.module('things')?.fields.get('shade')?.trigger).toEqual({ in: [{ var: 'record.colour' }, ['red']] });
  });

  it('lists the fields that plugins declare as read and written', async () => {
    const other = await loadSnapshot(['tests/fixtures/definitions'], [{ plugin: 'paint', reads: ['things.*'], writes: ['things.shade'] }]);
    expect(other.references('field/things.shade')).toEqual([{ from: 'plugin/paint', path: '/writes' }]);
    expect(other.references('module/things')).toContainEqual({ from: 'plugin/paint', path: '/reads' });
  });
});
