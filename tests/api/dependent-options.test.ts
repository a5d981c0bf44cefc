import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { publishWide } from '../support/publish-wide.ts';
import { describeRules } from './each-store.ts';

const REFUSED = [{ field: 'finish', code: 'not_for_parent', message: 'Metallic is not a choice of Finish for this Shade.' }];

describeRules('Dependent options', (server) => {
  beforeAll(() => publishWide(server().application));
  const make = async (name: string, fields: JsonObject): Promise<string> =>
    (await server().admin.post('/api/wide', { name, ...fields })).body._id as string;
  const put = (id: string, fields: JsonObject) => server().admin.put(`/api/wide/${id}`, fields);

  it('are refused when they do not match the parent, in a create and in an update of either field', async () => {
    const created = await server().admin.post('/api/wide', { name: 'A', shade: 'red', finish: 'metallic' });
    expect([created.status, created.body.code, created.body.details]).toEqual([422, 'validation_failed', REFUSED]);
    const id = await make('B', { shade: 'blue', finish: 'metallic' });
    expect((await put(id, { shade: 'red' })).body.details).toEqual(REFUSED);
    expect((await put(id, { shade: 'red', finish: 'gloss' })).status).toBe(200);
    expect((await put(id, { finish: 'metallic' })).body.details).toEqual(REFUSED);
    expect((await put(id, { shade: null, finish: 'metallic' })).status).toBe(200);
  });

  it('are refused record by record in a mass update', async () => {
    const red = await make('C', { shade: 'red' });
    const green = await make('D', { shade: 'green' });
    const { body } = await server().admin.put('/api/wide/update-certain-fields-array', {
      ids: [red, green],
      fields: { finish: 'metallic' },
    });
    expect(body).toMatchObject({ updated: [green], refused: [{ _id: red, code: 'validation_failed' }] });
  });

  it('are refused in a merge', async () => {
    const primary = await make('E', { shade: 'red' });
    const duplicate = await make('F', { shade: 'green', finish: 'metallic' });
    const { status, body } = await server().admin.post('/api/merge/records', {
      _moduleName: 'wide',
      primaryId: primary,
      duplicateIds: [duplicate],
      fields: { finish: 'metallic' },
    });
    expect([status, body.details]).toEqual([422, REFUSED]);
    // A value that was not chosen is merged only if it is allowed: the finish of the duplicate requires another shade.
    const filled = await server().admin.post('/api/merge/records', {
      _moduleName: 'wide',
      primaryId: primary,
      duplicateIds: [duplicate],
      fields: {},
    });
    expect([filled.status, filled.body.record.shade, filled.body.record.finish ?? null]).toEqual([200, 'red', null]);
  });

  it('keep stored values when their rule is added later, until one of the two fields changes', async () => {
    const id = await make('G', { shade: 'grey' });
    const { registry } = server().application;
    const wide = registry.current().module('wide');
    const publish = (definition: unknown) => registry.publish({ author: undefined, changes: [{ kind: 'module', id: 'wide', definition }] });
    const definition = wide?.definition;
    if (definition === undefined) throw new Error('The module is not there');
    await publish({ ...definition, fields: definition.fields.map(({ optionsBy: _rule, ...field }) => field) });
    expect((await put(id, { finish: 'metallic' })).status).toBe(200);
    await publish(definition);
    expect((await put(id, { motto: 'Still here' })).status).toBe(200);
    expect((await put(id, { shade: 'red' })).body.details).toEqual(REFUSED);
    expect((await put(id, { shade: 'red', finish: null })).status).toBe(200);
  });

  it('prevent the removal of their parent field', async () => {
    const { registry } = server().application;
    const definition = registry.current().module('wide')?.definition;
    const fields = definition?.fields.filter(({ fieldName }) => fieldName !== 'shade' && fieldName !== 'shade_detail');
    await expect(
      registry.publish({ author: undefined, changes: [{ kind: 'module', id: 'wide', definition: { ...definition, fields } }] }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^definition_/) as unknown });
  });
});
