import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { describeRules } from './each-store.ts';

type Field = JsonObject & { readonly fieldName: string };

describeRules('The definitions of modules', (server) => {
  const admin = () => server().admin;
  const viewOf = async (name: string) => (await admin().get(`/api/ss-modules/by-name/${name}`)).body;
  const put = async (id: string, body: object) => {
    const { status, body: changed } = await admin().put(`/api/ss-modules/${id}`, body);
    expect(status, JSON.stringify(changed)).toBe(200);
    return changed;
  };
  const make = async (name: string, more: object = {}) => {
    const { status, body } = await admin().post('/api/ss-modules', { name, label: name, labelSingular: name, ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };

  it('contain their relationships, applications and times', async () => {
    const makers = await viewOf('makers');
    expect(makers).toMatchObject({ custom: false, customSchema: false, active: true, locked: false, deleted: false, apps: [] });
    expect(makers).toMatchObject({ createdAt: null, updatedAt: null, fieldForName: 'name' });
    expect(makers.relationships.map(({ name }: { name: string }) => name)).toContain('makers_tools');
    const made = await make('crates', { apps: ['depot'], customSchema: true });
    expect(made).toMatchObject({ custom: true, customSchema: true, apps: ['depot'], relationships: [] });
    expect(Date.parse(made.createdAt)).not.toBeNaN();
    const changed = await put(made._id, { label: 'Boxes' });
    expect(changed.createdAt).toBe(made.createdAt);
    expect(changed.updatedAt >= made.updatedAt).toBe(true);
  });

  it('are unchanged by an update with what a read returned, as a view and as an entry of the list', async () => {
    await make('barrels', {
      team_enabled: true,
      fields: [
        { fieldName: 'name', label: 'Barrel', inputType: 'TextField', required: false },
        { fieldName: 'maker', label: 'Maker', inputType: 'Relate', ref: 'makers' },
        { fieldName: 'about', label: 'About', inputType: 'FlexRelate' },
      ],
    });
    const { data } = (await admin().get('/api/ss-modules')).body;
    for (const name of ['tools', 'makers', 'users', 'roles', 'barrels']) {
      const view = await viewOf(name);
      expect(await put(view._id, view), name).toEqual(view);
      expect(
        await put(
          view._id,
          data.find((one: { name: string }) => one.name === name),
        ),
        name,
      ).toEqual(view);
    }
  });

  it('take changed and new fields in the form of a response', async () => {
    const made = await make('casks', {
      fields: [
        { fieldName: 'maker', label: 'Maker', inputType: 'Relate', ref: 'makers' },
        { fieldName: 'litres', label: 'Litres', inputType: 'Number', description: 'Gross' },
      ],
    });
    const change = (field: Field): Field => {
      if (field.fieldName === 'maker') return { ...field, refs: ['tools'], label: 'Tool' };
      if (field.fieldName === 'description') return { ...field, label: 'Remarks' };
      if (field.fieldName !== 'litres') return field;
      const { description: _description, ...rest } = field;
      return { ...rest, minimum: 1 };
    };
    const added = { fieldName: 'wood', label: 'Wood', type: { inputType: 'TextField', schemaType: 'String' }, refs: [], rights: {} };
    const { definition } = await put(made._id, { ...made, fields: [...made.fields.map(change), added] });
    expect(definition.fields.map(({ id: _id, ...field }: Field) => field)).toEqual([
      { fieldName: 'maker', label: 'Tool', inputType: 'Relate', ref: 'tools' },
      { fieldName: 'litres', label: 'Litres', inputType: 'Number', minimum: 1 },
      { fieldName: 'description', label: 'Remarks', inputType: 'TextArea', textAreaRowCount: 4 },
      { fieldName: 'wood', label: 'Wood', inputType: 'TextField' },
    ]);
    expect(definition.fields.slice(0, 2).map(({ id }: Field) => id)).toEqual(made.definition.fields.map(({ id }: Field) => id));
    const shorter = await viewOf('casks');
    const shortened = await put(made._id, { fields: shorter.fields.filter(({ fieldName }: Field) => fieldName !== 'litres') });
    expect(shortened.definition.fields.map(({ fieldName }: Field) => fieldName)).toEqual(['maker', 'wood', 'description']);
  });

  it('keep fields that a response does not contain, and refuse changes of what follows from others', async () => {
    const target = await make('vats');
    const made = await make('pipes', {
      fields: [
        { fieldName: 'vat', label: 'Vat', inputType: 'Relate', ref: 'vats' },
        { fieldName: 'length', label: 'Length', inputType: 'Number' },
      ],
    });
    const { _id } = (await admin().post('/api/vats', { name: 'Vat' })).body;
    const pipe = (await admin().post('/api/pipes', { name: 'Pipe', vat: _id })).body;
    const { definition: stored } = target;
    const { registry } = server().application;
    await registry.publish({ author: undefined, changes: [{ kind: 'module', id: stored.id, definition: { ...stored, active: false } }] });
    const view = await viewOf('pipes');
    expect(view.fields.map(({ fieldName }: Field) => fieldName)).not.toContain('vat');
    const fields = view.fields.map((field: Field) => (field.fieldName === 'length' ? { ...field, label: 'Metres' } : field));
    const { definition } = await put(made._id, { ...view, fields });
    expect(definition.fields.map(({ fieldName, label }: Field) => [fieldName, label])).toEqual([
      ['vat', 'Vat'],
      ['length', 'Metres'],
    ]);
    for (const change of [{ layouts: {} }, { nameField: 'length' }, { teamEnabled: true }, { rights: {} }, { dropdowns: { x: {} } }])
      expect((await admin().put(`/api/ss-modules/${made._id}`, { ...view, ...change })).body.code).toBe('body_invalid');
    const tools = await viewOf('tools');
    const related = tools.fields.map((field: Field) => (field.fieldName === 'makers_tools' ? { ...field, label: 'Smith' } : field));
    expect((await admin().put(`/api/ss-modules/${tools._id}`, { fields: related })).body.code).toBe('body_invalid');
    expect((await admin().get(`/api/pipes/${pipe._id}`)).status).toBe(200);
  });

  it('become inactive, and active again with their records', async () => {
    const { _id, version } = await make('firkins', { fields: [{ fieldName: 'wood', label: 'Wood', inputType: 'TextField' }] });
    const { _id: firkin } = (await admin().post('/api/firkins', { name: 'Old', wood: 'Oak' })).body;
    const change = (body: object, headers = {}) => admin().put(`/api/ss-modules/${_id}`, body, headers);
    const once = { 'idempotency-key': 'end-of-firkins' };
    for (const ended of [await change({ active: false }, once), await change({ active: false }, once)]) {
      expect([ended.status, ended.body]).toMatchObject([200, { _id, name: 'firkins', active: false }]);
      expect(ended.body.version).toBeGreaterThan(version);
    }
    expect((await admin().get(`/api/firkins/${firkin}`)).status).toBe(404);
    expect((await change({ label: 'Kegs' })).body).toMatchObject({ code: 'body_invalid', error: expect.stringContaining('inactive') });
    expect((await change({ active: true, label: 'Kegs' })).body).toMatchObject({ _id, name: 'firkins', label: 'Kegs', active: true });
    expect((await admin().get(`/api/firkins/${firkin}`)).body).toMatchObject({ name: 'Old', wood: 'Oak' });
    expect((await admin().put('/api/ss-modules/nothing', { active: true })).status).toBe(404);
  });

  it('follow fields that are renamed, removed and added again while they are inactive, and keep their types', async () => {
    const text = (id: string, fieldName: string) => ({ id, fieldName, label: fieldName, inputType: 'TextField' });
    const { definition } = await make('hogsheads', {
      fields: [
        { fieldName: 'wood', label: 'Wood', inputType: 'TextField' },
        { fieldName: 'cellar', label: 'Cellar', inputType: 'TextField' },
      ],
    });
    const { _id: hogshead } = (await admin().post('/api/hogsheads', { name: 'Old', wood: 'Oak', cellar: 'North' })).body;
    const { registry } = server().application;
    const [wood, cellar] = definition.fields as readonly { readonly id: string }[];
    const publish = (active: boolean, fields: readonly object[]) =>
      registry.publish({
        author: undefined,
        changes: [{ kind: 'module', id: definition.id, definition: { ...definition, active, fields } }],
      });
    await publish(false, [wood!, cellar!]);
    const timber = { ...wood, fieldName: 'timber', label: 'Timber' };
    await publish(false, [timber]);
    await expect(publish(false, [{ ...timber, inputType: 'Number' }])).rejects.toMatchObject({
      code: 'definition_invalid',
      details: [{ message: expect.stringContaining('is not active, so the values of Timber cannot be converted') }],
    });
    await publish(false, [timber, text('hogsheads_other_cellar', 'cellar')]);
    await publish(true, [timber, text('hogsheads_other_cellar', 'cellar')]);
    const { body } = await admin().get(`/api/hogsheads/${hogshead}`);
    expect([body.name, body.timber, body.cellar ?? null]).toEqual(['Old', 'Oak', null]);
    expect((await admin().put(`/api/hogsheads/${hogshead}`, { cellar: 'South' })).body).toMatchObject({ timber: 'Oak', cellar: 'South' });
  });

  it('make a create an update of the record with the same key', async () => {
    const key = { fieldName: 'key', label: 'Key', inputType: 'TextField', required: true, unique: true };
    const score = { fieldName: 'score', label: 'Score', inputType: 'Number' };
    const name = { fieldName: 'name', label: 'Name', inputType: 'TextField', required: false };
    const upsert = { upsertField: 'key', fieldForName: 'key', fields: [name, key, score] };
    for (const [wrong, reason] of [
      [{ ...upsert, upsertField: 'score' }, 'score is not unique'],
      [{ ...upsert, upsertField: 'nothing' }, 'no field nothing'],
    ] as const)
      expect(
        JSON.stringify((await admin().post('/api/ss-modules', { name: 'highs', label: 'Highs', labelSingular: 'High', ...wrong })).body),
      ).toContain(reason);
    await make('highs', upsert);
    const create = (fields: object, headers?: { [name: string]: string }) => admin().post('/api/highs', fields, headers);
    const first = await create({ key: 'breakout', score: 1 }, { 'idempotency-key': 'first' });
    expect([first.status, first.body._version]).toEqual([201, 1]);
    const second = await create({ key: 'Breakout', score: 2 });
    expect([second.status, second.body._id, second.body.score, second.body._version]).toEqual([200, first.body._id, 2, 2]);
    expect((await create({ key: 'breakout', score: 1 }, { 'idempotency-key': 'first' })).body).toEqual(first.body);
    const generic = await admin().post('/api/generic-modules', { moduleOptions: { name: 'highs' }, fields: { key: 'breakout', score: 3 } });
    expect([generic.status, generic.body._version]).toEqual([200, 3]);
    expect((await create({ score: 4 })).body.details).toMatchObject([{ field: 'key', code: 'required' }]);
    const racing = await Promise.all(Array.from({ length: 5 }, (_, score) => create({ key: 'tennis', score })));
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect((await admin().get('/api/highs')).body.total).toBe(2);
  });
});
