import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DefinitionConflictView } from '#engine/model/wire';
import type { DefinitionKind } from '#engine/model/definitions';
import { describeRules } from './each-store.ts';
import { FACTS, FIRST_VERSION, writeFiles, type Editable, type Fact } from './site-upgrades-base.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'muster-upgrades-'));
writeFiles(folder, FIRST_VERSION);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A position, and the values of the base before, of the base now and of the site. */
type Conflict = readonly [position: string, before: unknown, base: unknown, site: unknown];

interface Upgrade {
  readonly what: string;
  readonly edit: (files: { [file: string]: Editable }) => void;
  /** The conflicts that it adds. */
  readonly conflicts?: readonly Conflict[];
  /** Files that cannot be used together with the customizations: the definitions before them serve, and say why. */
  readonly refusedFor?: string;
  /** Properties of the new files that have an effect. */
  readonly applied?: readonly Fact[];
  /** It is reverted before the next one. */
  readonly isReverted?: boolean;
}

const RIGS = 'stock/rigs/module.json';
const LAYOUTS = 'stock/rigs/layouts.json';
const byId = (list: readonly Editable[], id: string): Editable => list.find((one) => one.id === id);
const fieldOf = (files: { [file: string]: Editable }, id: string): Editable => byId(files[RIGS].fields, id);
const sectionOf = (files: { [file: string]: Editable }, layout: string, id: string): Editable =>
  byId(byId(files[LAYOUTS].layouts, layout).sections, id);
const baseDetail = {
  id: 'rigs_detail',
  ssModule: 'rigs',
  view: 'detail',
  sections: [{ id: 'facts', label: 'Facts', fields: [{ fieldName: 'extent' }] }],
};
const baseRating = { id: 'rigs_rating', fieldName: 'rating', label: 'Stars', inputType: 'TextField' };
const baseTrucks = { id: 'trucks_base', name: 'trucks', label: 'Lorries', labelSingular: 'Lorry', kind: 'plain', icon: 'box', fields: [] };

const UPGRADES: readonly Upgrade[] = [
  {
    what: 'a new field',
    edit: (files) => files[RIGS].fields.push({ id: 'rigs_length', fieldName: 'length', label: 'Length', inputType: 'Number' }),
    applied: [['module', 'rigs', 'fields/rigs_length/label', 'Length']],
  },
  {
    what: 'labels that the site changed too',
    edit: (files) => {
      files[RIGS].label = 'Drilling rigs';
      fieldOf(files, 'rigs_size').label = 'Extent';
    },
    conflicts: [
      ['module/rigs#/label', 'Rigs', 'Drilling rigs', 'Our rigs'],
      ['module/rigs#/fields/rigs_size/label', 'Size', 'Extent', 'Our size'],
    ],
  },
  {
    what: 'another property of a field that the site changed',
    edit: (files) => (fieldOf(files, 'rigs_size').placeholder = 'In metres'),
    applied: [['module', 'rigs', 'fields/rigs_size/placeholder', 'In metres']],
  },
  {
    what: 'a limit that the site set too',
    edit: (files) => (fieldOf(files, 'rigs_weight').maximum = 900),
    conflicts: [['module/rigs#/fields/rigs_weight/maximum', null, 900, 500]],
  },
  {
    what: 'a field with the name of one of the site',
    edit: (files) => files[RIGS].fields.push(baseRating),
    conflicts: [
      ['module/rigs#/fields/rigs_rating', null, expect.objectContaining(baseRating), expect.objectContaining({ id: 'site_rating' })],
    ],
  },
  {
    what: 'a field removed that layouts of the site show',
    edit: (files) => {
      files[RIGS].fields = files[RIGS].fields.filter(({ id }: Editable) => id !== 'rigs_colour');
      sectionOf(files, 'rigs_form', 'more').fields.pop();
    },
    applied: [['module', 'rigs', 'fields/rigs_colour', undefined]],
  },
  {
    what: 'a field renamed that a layout of the site shows',
    edit: (files) => {
      fieldOf(files, 'rigs_size').fieldName = 'extent';
      for (const { sections } of files[LAYOUTS].layouts)
        for (const { fields } of sections) for (const one of fields) if (one.fieldName === 'size') one.fieldName = 'extent';
    },
    applied: [
      ['module', 'rigs', 'fields/rigs_size/fieldName', 'extent'],
      ['layout', 'rigs_grid', 'sections/main/fields/extent/width', 300],
    ],
  },
  {
    what: 'a changed field that the site removed',
    edit: (files) => (fieldOf(files, 'rigs_serial').label = 'Serial number'),
    conflicts: [
      [
        'module/rigs#/fields/rigs_serial',
        expect.objectContaining({ label: 'Serial' }),
        expect.objectContaining({ label: 'Serial number' }),
        null,
      ],
    ],
  },
  {
    what: 'options in another order, and a new one',
    edit: (files) => {
      files['dropdowns/rig-state.json'].options.reverse();
      files['dropdowns/rig-state.json'].options.push({ label: 'Scrapped', value: 'scrapped' });
    },
    applied: [['dropdown', 'dd_rig_state', 'options/scrapped/label', 'Scrapped']],
  },
  {
    what: 'the label of an option that the site changed, and one that it removed',
    edit: (files) => {
      for (const option of files['dropdowns/rig-state.json'].options)
        if (['used', 'lost'].includes(option.value)) option.label = `${option.value} in any way`;
    },
    conflicts: [
      ['dropdown/rig_state#/options/used/label', 'used', 'used in any way', 'Second-hand'],
      ['dropdown/rig_state#/options/lost', { label: 'lost', value: 'lost' }, { label: 'lost in any way', value: 'lost' }, null],
    ],
  },
  {
    what: 'another type of a field with values',
    edit: (files) => (fieldOf(files, 'rigs_depth').inputType = 'TextField'),
    refusedFor: 'was a Number and cannot become a TextField',
    isReverted: true,
  },
  {
    what: 'a section split, and a field moved that the site moved too',
    edit: (files) => {
      const form = byId(files[LAYOUTS].layouts, 'rigs_form');
      const more = sectionOf(files, 'rigs_form', 'more');
      more.fields = more.fields.filter(({ fieldName }: Editable) => fieldName !== 'notes');
      form.sections.push({ id: 'remarks', label: 'Remarks', fields: [{ fieldName: 'notes' }, { fieldName: 'depth' }] });
    },
    conflicts: [['layout/rigs.edit#/sections/remarks/fields/notes', null, { fieldName: 'notes' }, null]],
    applied: [['layout', 'rigs_form', 'sections/remarks/fields/depth/fieldName', 'depth']],
  },
  {
    what: 'a section removed that the site changed',
    edit: (files) => {
      const grid = byId(files[LAYOUTS].layouts, 'rigs_grid');
      grid.sections = [{ id: 'columns', label: 'Columns', fields: [{ fieldName: 'name' }, { fieldName: 'state' }] }];
    },
    conflicts: [
      ['layout/rigs.grid#/sections/main', expect.anything(), null, expect.objectContaining({ id: 'main' })],
      ['layout/rigs.grid#/sections/columns/fields/name', null, { fieldName: 'name' }, null],
      ['layout/rigs.grid#/sections/columns/fields/state', null, { fieldName: 'state' }, null],
    ],
  },
  {
    what: 'a layout of the view for which the site made one',
    edit: (files) => files[LAYOUTS].layouts.push(baseDetail),
    conflicts: [['layout/rigs.detail#/', null, expect.objectContaining(baseDetail), expect.objectContaining({ id: 'site_detail' })]],
  },
  {
    what: 'a module with the name of one of the site, and its layouts',
    edit: (files) => {
      files['stock/trucks/module.json'] = structuredClone(baseTrucks);
      const sections = [{ id: 'main', label: 'Main', fields: [{ fieldName: 'name' }] }];
      files['stock/trucks/layouts.json'] = { layouts: [{ id: 'trucks_base_grid', ssModule: 'trucks', view: 'grid', sections }] };
    },
    conflicts: [['module/trucks#/', null, expect.objectContaining(baseTrucks), expect.objectContaining({ id: 'trucks' })]],
  },
  {
    what: 'a module removed that the site changed',
    edit: (files) => (files['stock/depots/module.json'] = null),
    conflicts: [['module/depots#/', expect.objectContaining({ id: 'depots' }), null, expect.objectContaining({ labelSingular: 'Yard' })]],
  },
  {
    what: 'a module removed to which a field of the site points',
    edit: (files) => (files['stock/crews/module.json'] = null),
    applied: [['module', 'crews', '', undefined]],
  },
  {
    what: 'a right that the site changed, and a new one',
    edit: (files) => {
      files['roles/fitter.json'].module_access.rigs.edit = 'None';
      files['roles/fitter.json'].module_access.rigs.export = true;
    },
    conflicts: [['role/Fitter#/module_access/rigs/edit', 'Owner', 'None', 'All']],
    applied: [['role', 'role_fitter', 'module_access/rigs/export', true]],
  },
  {
    what: 'the value of a setting that the site changed',
    edit: (files) => (files['settings/motto.json'].setting = 'Measure once'),
    conflicts: [['setting/motto#/setting', 'Measure twice', 'Measure once', 'Ask us']],
  },
  {
    what: 'a menu with other items, and a role with a new name',
    edit: (files) => {
      files['menus/staff.json'].groups[0].items = [{ id: 'reports', label: 'All rigs', icon: 'box', module: 'rigs' }];
      files['roles/fitter.json'].name = 'Mechanic';
    },
    applied: [
      ['menu', 'menu_staff', 'groups/stock/items/reports/label', 'All rigs'],
      ['role', 'role_fitter', 'name', 'Mechanic'],
    ],
  },
];

describeRules(
  'Upgrades of the files over a changed site',
  (server) => {
    const admin = () => server().admin;
    let files: { [file: string]: Editable };
    /** Conflicts of the upgrades until now, by position. */
    const expected = new Map<string, Conflict>();
    const settled: Fact[] = [];

    const valueAt = (kind: DefinitionKind, id: string, place: string): unknown =>
      place
        .split('/')
        .filter((part) => part !== '')
        .reduce<Editable>(
          (value, part) => (Array.isArray(value) ? value.find((one) => [one.id, one.fieldName, one.value].includes(part)) : value?.[part]),
          server().application.registry.definitions()[kind].get(id),
        );
    const facts = (): readonly Fact[] =>
      FACTS.filter(([kind, id, place]) => !settled.some((one) => one[0] === kind && one[1] === id && one[2] === place)).map(
        ([kind, id, place, value]): Fact => [kind, id, renamed(place), value],
      );
    const renamed = (place: string): string =>
      files[RIGS].fields.some(({ fieldName }: Editable) => fieldName === 'extent') ? place.replace('fields/size', 'fields/extent') : place;
    const conflicts = async (): Promise<readonly DefinitionConflictView[]> => (await admin().get('/api/ready/conflicts')).body.data;
    const problems = async (): Promise<string> => JSON.stringify((await admin().get('/api/ready/problems')).body.data);
    const reload = async (): Promise<void> => {
      writeFiles(folder, files);
      await server().application.registry.reload();
    };
    const edited = (kind: DefinitionKind, id: string, change: (definition: Editable) => void) => {
      const definition: Editable = structuredClone(server().application.registry.definitions()[kind].get(id));
      change(definition);
      return { kind, id, definition };
    };

    const checkSite = async (): Promise<void> => {
      for (const [kind, id, place, value] of facts()) expect(valueAt(kind, id, place), `${kind}/${id} ${place}`).toEqual(value);
      const made = await admin().post('/api/rigs', { name: 'One', state: 'rented', rating: 4 });
      expect([made.status, made.body.rating], JSON.stringify(made.body)).toEqual([201, 4]);
      expect((await admin().get(`/api/rigs/${made.body._id}`)).body.state).toBe('rented');
      expect((await admin().post('/api/trucks/search', {})).status).toBe(200);
      expect((await admin().post('/api/depots/search', {})).status).toBe(200);
      expect((await admin().get('/api/layouts/rigs')).status).toBe(200);
    };
    const checkConflicts = async (): Promise<void> => {
      const found = (await conflicts()).map(
        ({ artifact, path: at, before, base, customized }): Conflict => [`${artifact}#${at}`, before, base, customized],
      );
      expect(found.map(([position]) => position).sort()).toEqual([...expected.keys()].sort());
      for (const [position, ...values] of found) expect(values, position).toEqual(expected.get(position)?.slice(1));
    };

    beforeAll(async () => {
      files = { ...structuredClone(FIRST_VERSION) };
      const module = { label: 'Trucks', labelSingular: 'Truck', kind: 'plain', fields: [], custom: true, active: true };
      const changes = [
        { kind: 'module', id: 'trucks', definition: { id: 'trucks', name: 'trucks', ...module } },
        edited('module', 'rigs', (rigs) => {
          rigs.label = 'Our rigs';
          byId(rigs.fields, 'rigs_size').label = 'Our size';
          byId(rigs.fields, 'rigs_weight').maximum = 500;
          rigs.fields = rigs.fields.filter(({ id }: Editable) => id !== 'rigs_serial');
          rigs.fields.push(
            { id: 'site_owner', fieldName: 'site_owner', label: 'Owner', inputType: 'TextField' },
            { id: 'site_rating', fieldName: 'rating', label: 'Rating', inputType: 'Number' },
            { id: 'site_crew', fieldName: 'crew', label: 'Crew', inputType: 'Relate', ref: 'crews' },
          );
        }),
        edited('module', 'depots', (depots) => {
          depots.labelSingular = 'Yard';
          depots.fields.push({ id: 'site_manager', fieldName: 'manager', label: 'Manager', inputType: 'TextField' });
        }),
        edited('layout', 'rigs_grid', (grid) => {
          const [main] = grid.sections;
          byId(grid.sections, 'main').fields = [
            ...main.fields.map((one: Editable) => (one.fieldName === 'size' ? { ...one, width: 300 } : one)),
            { fieldName: 'site_owner', label: 'Boss' },
            { fieldName: 'crew' },
            { fieldName: 'colour' },
          ];
        }),
        edited('layout', 'rigs_form', (form) => {
          const more = byId(form.sections, 'more');
          more.fields = more.fields.filter(({ fieldName }: Editable) => !['notes', 'serial'].includes(fieldName));
          form.sections.push({ id: 'own', label: 'Own', fields: [{ fieldName: 'rating' }, { fieldName: 'notes' }] });
        }),
        {
          kind: 'layout',
          id: 'site_detail',
          definition: {
            id: 'site_detail',
            ssModule: 'rigs',
            view: 'detail',
            sections: [{ id: 'main', label: 'Everything', fields: [{ fieldName: 'name' }, { fieldName: 'rating' }] }],
          },
        },
        edited('dropdown', 'dd_rig_state', (dropdown) => {
          dropdown.options = dropdown.options.filter(({ value }: Editable) => value !== 'lost');
          dropdown.options.find(({ value }: Editable) => value === 'used').label = 'Second-hand';
          dropdown.options.push({ label: 'Rented', value: 'rented' });
        }),
        edited('role', 'role_fitter', (role) => (role.module_access.rigs.edit = 'All')),
        { kind: 'role', id: 'site_driver', definition: { id: 'site_driver', name: 'Driver', module_access: { trucks: { access: true } } } },
        edited('setting', 'setting_motto', (motto) => (motto.setting = 'Ask us')),
        edited('menu', 'menu_staff', (menu) => menu.groups[0].items.push({ id: 'trucks', label: 'Trucks', icon: 'box', module: 'trucks' })),
      ];
      const draft = (await admin().post('/api/change-sets', { name: 'Our site' })).body;
      const { body } = await admin().put(`/api/change-sets/${draft._id}/changes`, { _version: draft._version, changes });
      const published = await admin().post(`/api/change-sets/${draft._id}/publish?values=keep`, {});
      expect(published.status, JSON.stringify([body.problems, published.body])).toBe(200);
      await checkSite();
    });
    afterAll(() => writeFiles(folder, FIRST_VERSION));

    it.each(UPGRADES.map((upgrade) => [upgrade.what, upgrade] as const))('keep every customization: %s', async (_what, upgrade) => {
      const earlier = structuredClone(files);
      upgrade.edit(files);
      for (const conflict of upgrade.conflicts ?? []) expected.set(conflict[0], conflict);
      await reload();
      if (upgrade.refusedFor === undefined) expect(server().application.registry.problems()).toEqual([]);
      else expect(await problems()).toContain(upgrade.refusedFor);
      for (const [kind, id, place, value] of upgrade.applied ?? []) expect(valueAt(kind, id, place), place).toEqual(value);
      await checkSite();
      await checkConflicts();
      if (upgrade.isReverted !== true) return;
      files = earlier;
      await reload();
      expect(server().application.registry.problems()).toEqual([]);
    });

    it('list what layouts show and no longer exists', async () => {
      expect(await problems()).toContain('There is no field colour in rigs.');
    });

    it('do not allow an admin to remove what layouts show', async () => {
      const change = edited('module', 'rigs', (rigs) => (rigs.fields = rigs.fields.filter(({ id }: Editable) => id !== 'site_owner')));
      const draft = (await admin().post('/api/change-sets', { name: 'Fewer fields' })).body;
      const { body } = await admin().put(`/api/change-sets/${draft._id}/changes`, { _version: draft._version, changes: [change] });
      expect(body.problems.map(({ cause }: { readonly cause: string }) => cause)).toEqual(['There is no field site_owner in rigs.']);
      expect((await admin().delete(`/api/change-sets/${draft._id}`)).status).toBe(200);
    });

    it('end with choices: each for the customization or for the files, and nothing else changes', async () => {
      const wanted = new Map<string, readonly [use: 'base', fact: Fact, ...more: readonly Fact[]]>([
        ['module/rigs#/label', ['base', ['module', 'rigs', 'label', 'Drilling rigs']]],
        [
          'module/rigs#/fields/rigs_rating',
          ['base', ['module', 'rigs', 'fields/rigs_rating/label', 'Stars'], ['module', 'rigs', 'fields/site_rating/inputType', undefined]],
        ],
        [
          'layout/rigs.edit#/sections/remarks/fields/notes',
          [
            'base',
            ['layout', 'rigs_form', 'sections/remarks/fields/notes/fieldName', 'notes'],
            ['layout', 'rigs_form', 'sections/own/fields/notes/fieldName', undefined],
          ],
        ],
        [
          'layout/rigs.detail#/',
          ['base', ['layout', 'site_detail', 'sections/facts/label', 'Facts'], ['layout', 'site_detail', 'sections/main/label', undefined]],
        ],
        ['dropdown/rig_state#/options/used/label', ['base', ['dropdown', 'dd_rig_state', 'options/used/label', 'used in any way']]],
        ['role/Fitter#/module_access/rigs/edit', ['base', ['role', 'role_fitter', 'module_access/rigs/edit', 'None']]],
      ]);
      for (let left = await conflicts(); left.length > 0; left = await conflicts()) {
        const [{ artifact, path: at, version }] = left as readonly [DefinitionConflictView];
        const [use = 'customized', ...changed] = wanted.get(`${artifact}#${at}`) ?? [];
        const { status, body } = await admin().post('/api/ready/conflicts/settle', { artifact, path: at, use, version });
        expect(status, `${artifact}#${at} ${JSON.stringify(body)}`).toBe(200);
        expect(body.total, `${artifact}#${at}`).toBeLessThan(left.length);
        settled.push(...changed);
        for (const [kind, id, place, value] of settled) expect(valueAt(kind, id, place), `${artifact}#${at}: ${place}`).toEqual(value);
        for (const [kind, id, place, value] of facts()) expect(valueAt(kind, id, place), `${artifact}#${at}: ${place}`).toEqual(value);
      }
      expect((await admin().post('/api/rigs', { name: 'Two', rating: 'Three stars' })).body.rating).toBe('Three stars');
      await server().application.registry.reload();
      expect(await conflicts()).toEqual([]);
      for (const [kind, id, place, value] of [...settled, ...facts()]) expect(valueAt(kind, id, place), place).toEqual(value);
    });
  },
  { definitionFolders: [folder], plugins: [] },
);
