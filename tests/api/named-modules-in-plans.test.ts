import { expect, it } from 'vitest';
import type { ChangeSetPlan, ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { describeRules } from './each-store.ts';

/** More records than a plan lists of one module. */
const MANY = 103;

describeRules('The plan of a module that records name', (server) => {
  const admin = () => server().admin;
  const must = async (request: Promise<{ status: number; body: JsonObject }>): Promise<JsonObject> => {
    const { status, body } = await request;
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body;
  };
  const publish = (name: string, label: string, fields: readonly JsonObject[]) =>
    must(admin().post('/api/ss-modules', { name, label, labelSingular: label, fields }));
  const definitionOf = (name: string): JsonObject => {
    const found = [...server().application.registry.definitions().module.values()].find((one) => one.name === name);
    return found as unknown as JsonObject;
  };
  const plan = async (id: string, definition: JsonObject | null): Promise<ChangeSetPlan> => {
    const draft = (await must(admin().post('/api/change-sets', { name: 'Named' }))) as unknown as ChangeSetView;
    const changes = [{ kind: 'module', id, definition }];
    await must(admin().put(`/api/change-sets/${draft._id}/changes`, { changes }));
    const planned = await must(admin().post(`/api/change-sets/${draft._id}/plan`, {}));
    await must(admin().delete(`/api/change-sets/${draft._id}`));
    return planned as unknown as ChangeSetPlan;
  };

  it('lists the records that name it in a field for a module, when it is renamed, made inactive, or removed', async () => {
    await publish('wharves', 'Wharves', [{ fieldName: 'depth', label: 'Depth', inputType: 'Number' }]);
    await publish('wharfBoards', 'Boards', [
      { fieldName: 'subject', label: 'Subject', inputType: 'Module' },
      { fieldName: 'others', label: 'Others', inputType: 'MultiModule' },
      { fieldName: 'columns', label: 'Columns', inputType: 'ListField', fieldsOf: 'subject' },
    ]);
    await must(admin().post('/api/wharf-boards', { name: 'Depths', subject: 'wharves', columns: ['depth'] }));
    await must(admin().post('/api/wharf-boards', { name: 'Tools', subject: 'tools', others: ['wharves'] }));
    const wharves = definitionOf('wharves');
    const id = wharves['id'] as string;
    const named = [
      { target: 'module/wharves', from: 'record/Boards: Depths', path: '/subject' },
      { target: 'module/wharves', from: 'record/Boards: Tools', path: '/others' },
    ];
    for (const definition of [{ ...wharves, name: 'quays' }, { ...wharves, active: false }, null]) {
      const { references, referenceNotes } = await plan(id, definition);
      expect(references).toEqual(expect.arrayContaining(named));
      expect(referenceNotes).toEqual([]);
    }
    const { references } = await plan(id, { ...wharves, label: 'Quays' });
    expect(references.filter(({ target }) => target === 'module/wharves')).toEqual([]);
    expect((await plan(id, null)).references).toContainEqual({
      target: 'field/wharves.depth',
      from: 'record/Boards: Depths',
      path: '/columns',
    });
  });

  it('says how many are not listed', async () => {
    await publish('piers', 'Piers', []);
    await publish('pierBoards', 'Pier boards', [{ fieldName: 'subject', label: 'Subject', inputType: 'Module' }]);
    const records = Array.from({ length: MANY }, (_, index) => ({ name: `Board ${index}`, subject: 'piers' }));
    await server().application.records.createMany({ kind: 'system' }, { module: 'pierBoards', records });
    const { references, referenceNotes } = await plan(definitionOf('piers')['id'] as string, null);
    expect(references.filter(({ target }) => target === 'module/piers')).toHaveLength(100);
    expect(referenceNotes).toEqual([`${MANY} records of Pier boards name the module in Subject; 100 of them are listed.`]);
  });
});
