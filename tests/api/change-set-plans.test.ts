import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MusterError } from '../../engine/errors/index.ts';
import type { ChangeSetPlan, ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { runJob } from '../support/run-job.ts';
import { describeRules } from './each-store.ts';

const OPTIONS = ['sent', 'open', 'lost'].map((value) => ({ value, label: value }));
const SIZE = { id: 'parcels_size', fieldName: 'size', label: 'Size', inputType: 'TextField' };
const NOTE = { id: 'parcels_note', fieldName: 'note', label: 'Note', inputType: 'TextField' };
const STATE = { id: 'parcels_state', fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'parcel_state' };
const WEIGHT = { id: 'parcels_weight', fieldName: 'weight', label: 'Weight', inputType: 'Number' };
const DUE = { id: 'parcels_due', fieldName: 'due', label: 'Due', inputType: 'Date' };
const ROLE = {
  id: 'role_sender',
  name: 'Sender',
  module_access: { parcels: { access: true, create: true, view: 'All', edit: 'All' } },
  field_access: { parcels: { weight: 'none' } },
};

type Rights = { readonly [right: string]: string | boolean };

describeRules('The plan of a change-set', (server) => {
  let sender: ApiClient;
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-plan-'));
  const admin = () => server().admin;
  const draft = async (changes: readonly object[]): Promise<ChangeSetView> => {
    const { _id } = (await admin().post('/api/change-sets', { name: 'Parcels' })).body as ChangeSetView;
    const { status, body } = await admin().put(`/api/change-sets/${_id}/changes`, { changes });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ChangeSetView;
  };
  const plan = async ({ _id }: ChangeSetView): Promise<ChangeSetPlan> => {
    const { status, body } = await admin().post(`/api/change-sets/${_id}/plan`, {});
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ChangeSetPlan;
  };
  const publish = ({ _id }: ChangeSetView, body: object = {}) => admin().post(`/api/change-sets/${_id}/publish`, body);
  const module = (fields: readonly object[], more: object = {}) => ({
    kind: 'module',
    id: 'parcels',
    definition: { id: 'parcels', name: 'parcels', label: 'Parcels', labelSingular: 'Parcel', kind: 'plain', custom: true, fields, ...more },
  });
  const count = async (searchTerms: object): Promise<number> =>
    (await admin().post('/api/parcels/search', { searchTerms })).body.total as number;
  const indexesOf = async (): Promise<readonly string[]> => {
    const [found] = await server().application.store.indexUses(['m_parcels']);
    return found?.indexes.map(({ keys, unique }) => `${keys.join()} ${unique}`) ?? [];
  };
  const rightsOf = async () => {
    const { rights, fields } = (await sender.get('/api/ss-modules/by-name/parcels')).body as {
      rights: Rights;
      fields: { fieldName: string; rights: Rights }[];
    };
    return { rights, fields: Object.fromEntries(fields.map((field) => [field.fieldName, field.rights])) };
  };
  const ALSO_DELETED = { or: [{ deleted: true }, { deleted: false }] };

  beforeAll(async () => {
    const made = await draft([
      { kind: 'dropdown', id: 'dropdown_parcel_state', definition: { name: 'parcel_state', options: OPTIONS } },
      module([STATE, SIZE, NOTE, WEIGHT]),
      { kind: 'role', id: ROLE.id, definition: ROLE },
    ]);
    expect(made.problems).toEqual([]);
    expect((await publish(made)).status).toBe(200);
    sender = await createSignedInUser(server(), 'sender@muster.test', ['Sender']);
    const rows = [
      { name: 'A', state: 'sent', size: '12' },
      { name: 'B', state: 'sent', size: 'large', note: 'n' },
      { name: 'C', state: 'open', size: '7', note: 'n' },
      { name: 'D', state: 'lost' },
      { name: 'E', state: 'sent', size: 'small' },
    ];
    for (const row of rows) expect((await admin().post('/api/parcels', row)).status).toBe(201);
    const [gone] = (await admin().post('/api/parcels/search', { searchTerms: { name: 'E' } })).body.data as { _id: string }[];
    expect((await admin().delete(`/api/parcels/${gone?._id}`)).status).toBe(200);
    const view = {
      module: 'parcels',
      name: 'Sent ones',
      filter: { state: 'sent' },
      columns: [{ fieldName: 'name' }, { fieldName: 'size' }],
    };
    expect((await admin().post('/api/saved-views', view)).status).toBe(201);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('of problems and type changes: what blocks, and the values that the new type does not accept', async () => {
    const made = await draft([module([STATE, { ...SIZE, inputType: 'AutoIncrement' }, NOTE, WEIGHT])]);
    const { problems, records, changes } = await plan(made);
    const parcels = { kind: 'module', id: 'parcels' } as const;
    const place = { ...parcels, artifact: 'module/parcels', field: { id: SIZE.id, label: SIZE.label }, path: '/inputType' };
    expect(problems).toMatchObject([{ file: 'module/parcels', path: '/fields/size/inputType', change: parcels, place }]);
    expect(records).toMatchObject([{ module: 'parcels', field: 'size', reason: 'type', count: 2, choices: [] }]);
    expect(records[0]?.examples.map(({ name }) => name).sort()).toEqual(['B', 'E']);
    expect(changes[0]?.differences.map(({ text }) => text)).toEqual(["The type of Size changes from 'TextField' to 'AutoIncrement'"]);
    expect((await publish(made)).body.code).toBe('definition_invalid');
    const keeper = await createSignedInUser(server(), 'plan-keeper@muster.test', ['Keeper']);
    expect((await keeper.post(`/api/change-sets/${made._id}/plan`, {})).body.code).toBe('admin_only');
    // A role that refers to a module that is removed, with its records.
    const removal = await plan(await draft([{ kind: 'module', id: 'parcels', definition: null }]));
    expect(removal.problems).toMatchObject([
      { file: 'role/Sender', path: '/module_access/parcels', change: null, place: { kind: 'role', id: ROLE.id, field: null } },
    ]);
    const role = await draft([{ kind: 'role', id: ROLE.id, definition: null }]);
    expect((await plan(role)).problems).toEqual([
      {
        ...{ file: 'role/Sender', path: '/', cause: 'One user has this role.', change: { kind: 'role', id: ROLE.id } },
        place: { kind: 'role', id: ROLE.id, artifact: 'role/Sender', field: null, path: '' },
      },
    ]);
    const refused = await publish(role);
    expect([refused.body.code, refused.body.references]).toEqual(['definition_in_use', [{ from: 'users', count: 1 }]]);
    expect(removal.references).toContainEqual({ target: 'module/parcels', from: 'role/Sender', path: '/module_access/parcels' });
  });

  it('names webhooks and records that name a changed field, or a module that is removed', async () => {
    const hook = {
      name: 'Scale',
      url: 'https://93.184.216.34/scale',
      modules: ['parcels'],
      events: ['created'],
      filter: { weight: { exists: true } },
    };
    expect((await admin().post('/api/webhooks', hook)).status).toBe(201);
    const survey = {
      name: 'surveys',
      label: 'Surveys',
      labelSingular: 'Survey',
      fields: [
        { fieldName: 'subject', label: 'Subject', inputType: 'Module' },
        { fieldName: 'shown', label: 'Shown', inputType: 'ListField', fieldsOf: 'subject' },
        { fieldName: 'weight', label: 'Weight', inputType: 'Number' },
      ],
    };
    expect((await admin().post('/api/ss-modules', survey)).status).toBe(201);
    for (const [name, subject] of [
      ['Heavy ones', 'parcels'],
      ['Elsewhere', 'surveys'],
    ])
      expect((await admin().post('/api/surveys', { name, subject, shown: ['name', 'weight'] })).status).toBe(201);
    const planned = await plan(await draft([module([STATE, SIZE, NOTE, { ...WEIGHT, label: 'Mass' }])]));
    expect(planned.references).toEqual(
      expect.arrayContaining([
        { target: 'field/parcels.weight', from: 'webhook/Scale', path: '/filter' },
        { target: 'field/parcels.weight', from: 'record/Survey: Heavy ones', path: '/shown' },
      ]),
    );
    expect(planned.references.filter(({ from }) => from.includes('Elsewhere'))).toEqual([]);
    const removal = await plan(await draft([{ kind: 'module', id: 'parcels', definition: null }]));
    expect(removal.references).toContainEqual({ target: 'module/parcels', from: 'webhook/Scale', path: '/modules' });
  });

  it('says what publishing does: records, indexes, references, access and differences', async () => {
    const made = await draft([
      { kind: 'dropdown', id: 'dropdown_parcel_state', definition: { name: 'parcel_state', options: OPTIONS.slice(1) } },
      module([STATE, { ...NOTE, required: true }, WEIGHT, DUE], { label: 'Packets', indexes: [['due', 'weight']] }),
      {
        kind: 'role',
        id: ROLE.id,
        definition: {
          ...ROLE,
          module_access: { parcels: { ...ROLE.module_access.parcels, edit: 'Owner', export: true } },
          field_access: {},
        },
      },
    ]);
    const planned = await plan(made);
    expect([planned.problems, planned.conflicts]).toEqual([[], []]);
    expect(
      planned.changes.map(({ artifact, name, action, differences }) => [artifact, name, action, differences.map(({ text }) => text)]),
    ).toEqual([
      ['dropdown/parcel_state', 'parcel_state', 'changed', ['Option sent is removed']],
      [
        'module/parcels',
        'Packets',
        'changed',
        expect.arrayContaining([
          "The label changes from 'Parcels' to 'Packets'",
          'Field Size is removed',
          'Field Due is added',
          'Required of Note: no → yes',
        ]),
      ],
      ['role/Sender', 'Sender', 'changed', expect.arrayContaining(["The right edit on parcels changes from 'All' to 'Owner'"])],
    ]);
    expect(planned.records.map(({ id, reason, value, count: found, choices }) => [id, reason, value, found, choices])).toEqual([
      [SIZE.id, 'field', null, 4, ['keep', 'clear']],
      [STATE.id, 'option', 'sent', 3, ['keep', 'clear', 'map']],
      [NOTE.id, 'required', null, 2, []],
    ]);
    expect(planned.records[2]?.examples.map(({ name }) => name).sort()).toEqual(['A', 'D']);
    expect(planned.references).toEqual(
      expect.arrayContaining([
        { target: 'dropdown/parcel_state', from: 'module/parcels', path: '/fields/state/dropdown' },
        { target: 'field/parcels.size', from: 'view/Sent ones', path: '/columns' },
      ]),
    );

    const [before, indexes, open, missing] = [
      await rightsOf(),
      await indexesOf(),
      await count({ state: 'open', ...ALSO_DELETED }),
      await count({ note: { exists: false } }),
    ];
    const undecided = await publish(made);
    const uses = planned.records.filter(({ choices }) => choices.length > 0).reduce((sum, { count: found }) => sum + found, 0);
    expect([undecided.body.code, undecided.body.count]).toEqual(['values_in_use', uses]);
    const choose = (values: object) => publish(made, { values });
    expect((await choose({ [SIZE.id]: 'clear', [STATE.id]: { map: {} } })).body.count).toBe(3);
    for (const values of [{ [SIZE.id]: { map: { a: 'b' } } }, { [SIZE.id]: 'clear', [STATE.id]: { map: { sent: 'sent' } } }])
      expect((await choose(values)).body.code, JSON.stringify(values)).toBe('parameter_invalid');
    expect((await choose({ [SIZE.id]: 'drop' })).body.code).toBe('body_invalid');
    expect((await choose({ [SIZE.id]: 'clear', [STATE.id]: { map: { sent: 'open' } } })).status).toBe(200);

    await runJob(server(), 'muster/replace-removed-values');
    await runJob(server(), 'muster/update-stored-fields');
    expect(await count({ state: 'open', ...ALSO_DELETED })).toBe(open + (planned.records[1]?.count ?? 0));
    expect(missing).toBe(planned.records[2]?.count);
    const after = await indexesOf();
    const changed = (action: string) => planned.indexes.filter((index) => index.action === action && !index.contains).length;
    expect([changed('build'), changed('drop')]).toEqual([
      after.filter((index) => !indexes.includes(index)).length,
      indexes.filter((index) => !after.includes(index)).length,
    ]);
    expect(planned.indexes).toContainEqual({
      module: 'parcels',
      action: 'build',
      fields: ['due', 'weight'],
      unique: false,
      contains: false,
      records: 5,
      estimatedSeconds: 1,
    });
    const now = await rightsOf();
    for (const { role, field, right, before: old, after: next, change, count: users } of planned.access) {
      expect([role.name, users]).toEqual(['Sender', 1]);
      const at = (state: typeof now) => (field === null ? state.rights[right] : (state.fields[field]?.[right] ?? 'none'));
      expect([field, right, String(at(before)), String(at(now))]).toEqual([field, right, old, next]);
      expect(change, `${field ?? ''} ${right}`).toBe(right === 'edit' || field === 'size' ? 'loses' : 'gains');
    }
    expect(planned.access.map(({ field, right }) => `${field ?? ''}.${right}`).sort()).toEqual([
      '.edit',
      '.export',
      'due.read',
      'due.write',
      'size.read',
      'size.write',
      'weight.read',
      'weight.write',
    ]);
  });

  it('of a published change-set is refused, and values that were kept are back after its revert', async () => {
    const made = await draft([module([STATE, { ...NOTE, required: true }, DUE], { label: 'Packets' })]);
    expect((await admin().post('/api/parcels', { name: 'F', note: 'n', weight: 3 })).status).toBe(201);
    expect((await plan(made)).records).toMatchObject([{ id: WEIGHT.id, reason: 'field', count: 1 }]);
    expect((await publish(made, { values: { [WEIGHT.id]: 'keep' } })).status).toBe(200);
    expect((await admin().post(`/api/change-sets/${made._id}/plan`, {})).body.code).toBe('change_set_not_draft');
    const reverted = await admin().post(`/api/change-sets/${made._id}/revert`, {});
    expect([reverted.status, reverted.body.notRestored]).toEqual([200, []]);
    const { data } = (await admin().post('/api/parcels/search', { searchTerms: { name: 'F' } })).body as { data: JsonObject[] };
    expect(data[0]?.['weight']).toBe(3);
  });

  it('of a field that becomes unique, or required for some: which records have equal values, and which lack one', async () => {
    const field = (fieldName: string, more: object = {}) => ({
      id: `boxes_${fieldName}`,
      fieldName,
      label: fieldName,
      inputType: 'TextField',
      ...more,
    });
    const boxes = (...fields: readonly object[]) => ({
      ...module(fields),
      id: 'boxes',
      definition: { ...module(fields).definition, id: 'boxes', name: 'boxes' },
    });
    const [code, size, note] = [field('code'), field('size'), field('note')];
    expect((await publish(await draft([boxes(code, size, note)]))).status).toBe(200);
    const rows = [
      { name: 'A', code: 'X1', size: 'big' },
      { name: 'B', code: 'x1', size: 'big', note: 'n' },
      { name: 'C', code: 'X2', size: 'small' },
      { name: 'D', size: 'big' },
      { name: 'E', code: 'X2' },
      { name: 'F', code: 'X3' },
    ];
    const ids: string[] = [];
    for (const row of rows) ids.push((await admin().post('/api/boxes', row)).body._id as string);
    expect((await admin().delete(`/api/boxes/${ids[4]}`)).status).toBe(200);

    const unique = await draft([boxes({ ...code, unique: true }, size, note)]);
    const planned = await plan(unique);
    expect(planned.records).toMatchObject([{ module: 'boxes', field: 'code', reason: 'unique', count: 4, choices: [] }]);
    expect(planned.records[0]?.examples.map(({ name }) => name).sort()).toEqual(['A', 'B', 'C', 'E']);
    const boxesModule = { kind: 'module', id: 'boxes' };
    const place = { ...boxesModule, artifact: 'module/boxes', field: { id: code.id, label: code.label }, path: '/unique' };
    const problem = { file: 'module/boxes', path: '/fields/code/unique', change: boxesModule, place };
    expect(planned.problems).toEqual([{ ...problem, cause: '4 records have a value of code that another record has too.' }]);
    const refused = await publish(unique);
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      409,
      'values_not_unique',
      [expect.objectContaining({ module: 'boxes', field: 'code', count: 4 }) as object],
    ]);
    for (const [index, value] of [
      [1, 'Y1'],
      [2, 'Y2'],
    ] as const)
      expect((await admin().put(`/api/boxes/${ids[index]}`, { code: value })).status).toBe(200);
    expect((await plan(unique)).records).toEqual([]);
    expect((await publish(unique)).status).toBe(200);
    expect((await admin().post('/api/boxes', { name: 'G', code: 'X1' })).body.code).toBe('not_unique');

    // Required when the box is big: of those, A and D have no note. The field is renamed in the same change-set.
    const when = { '===': [{ var: 'record.measure' }, 'big'] };
    const measure = { ...size, fieldName: 'measure' };
    const required = await plan(await draft([boxes({ ...code, unique: true }, measure, { ...note, requiredWhen: when })]));
    expect(required.records).toMatchObject([{ field: 'note', reason: 'required', count: 2 }]);
    expect(required.records[0]?.examples.map(({ name }) => name).sort()).toEqual(['A', 'D']);
    // A hidden field is not required.
    const shown = { ...note, required: true, visibleWhen: { '===': [{ var: 'record.size' }, 'small'] } };
    const hidden = await plan(await draft([boxes({ ...code, unique: true }, size, shown)]));
    expect(hidden.records).toMatchObject([{ field: 'note', reason: 'required', count: 1, examples: [{ name: 'C' }] }]);
  });

  it('of several removed options lets an admin move the values of one and remove those of another', async () => {
    const lids = (options: readonly string[]) => [
      {
        kind: 'dropdown',
        id: 'dropdown_lid_state',
        definition: { id: 'dropdown_lid_state', name: 'lid_state', options: options.map((value) => ({ value, label: value })) },
      },
    ];
    const state = { id: 'lids_state', fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'lid_state' };
    const lidModule = { ...module([state]), id: 'lids', definition: { ...module([state]).definition, id: 'lids', name: 'lids' } };
    expect((await publish(await draft([...lids(['a', 'b', 'c']), lidModule]))).status).toBe(200);
    const ids: string[] = [];
    for (const value of ['a', 'b', 'c']) ids.push((await admin().post('/api/lids', { name: value, state: value })).body._id as string);
    const fewer = await draft(lids(['c']));
    expect((await plan(fewer)).records.map(({ value, count: found }) => [value, found])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect((await publish(fewer, { values: { [state.id]: { map: { a: 'c', b: null } } } })).status).toBe(200);
    await runJob(server(), 'muster/replace-removed-values');
    const now = await Promise.all(ids.map(async (id) => (await admin().get(`/api/lids/${id}`)).body as { state?: string }));
    expect(now.map((record) => record.state ?? null)).toEqual(['c', null, 'c']);
  });

  it('of an exported folder is what applying it does; it is refused when the definitions changed meanwhile', async () => {
    const { changeSets, registry } = server().application;
    const codeOf = async (running: Promise<unknown>): Promise<string> =>
      running.then(
        () => 'done',
        (error: unknown) => (error as MusterError).code,
      );
    await registry.exportDefinitions(folder);
    expect(await changeSets.planFolder(folder)).toMatchObject({ moved: [], plan: { changes: [], problems: [] } });
    const file = path.join(folder, 'modules/parcels/module.json');
    const edit = (change: (module: { label: string; fields: { fieldName: string }[] }) => void): void => {
      const module = JSON.parse(readFileSync(file, 'utf8')) as { label: string; fields: { fieldName: string }[] };
      change(module);
      writeFileSync(file, JSON.stringify(module));
    };
    edit((module) => void (module.label = 'Boxes'));
    const { plan: planned } = await changeSets.planFolder(folder);
    expect(planned.changes.map(({ artifact, differences }) => [artifact, differences.map(({ text }) => text)])).toEqual([
      ['module/parcels', ["The label changes from 'Packets' to 'Boxes'"]],
    ]);
    expect(await changeSets.applyFolder(folder, undefined)).toMatchObject({ changes: 1 });
    expect(registry.current().module('parcels')?.label).toBe('Boxes');
    const [latest] = (await admin().get('/api/change-sets?pageSize=1&state=published')).body.data as { name: string; author: null }[];
    expect(latest).toMatchObject({ name: 'Applied from a folder', author: null, counts: { changed: 1 } });
    // The folder is current again, so that it can be edited and applied again.
    edit((module) => void (module.fields = module.fields.filter(({ fieldName }) => fieldName !== 'note')));
    expect(await codeOf(changeSets.applyFolder(folder, undefined))).toBe('values_in_use');
    expect((await admin().put('/api/ss-modules/parcels', { icon: 'box' })).status).toBe(200);
    expect((await changeSets.planFolder(folder)).moved).toEqual(['module/parcels']);
    expect(await codeOf(changeSets.applyFolder(folder, { kind: 'clear' }))).toBe('definitions_moved');
    writeFileSync(file, '{');
    expect(await codeOf(changeSets.planFolder(folder))).toBe('export_invalid');
    expect(await codeOf(changeSets.planFolder(path.join(folder, 'modules')))).toBe('export_invalid');
  });
});
