import { expect, it } from 'vitest';
import type { ChangeSetPlan, ChangeSetView } from '#engine/model/wire';
import { describeRules } from './each-store.ts';

const SIZE = { id: 'jars_size', fieldName: 'size', label: 'Size', inputType: 'Number' };
const NOTE = { id: 'jars_note', fieldName: 'note', label: 'Note', inputType: 'TextField' };
const NOT_ONE = { condition: { '!==': [{ var: 'record.size' }, 1] }, message: 'Not 1.' };

describeRules('The plan of new validation rules', (server) => {
  const admin = () => server().admin;
  const draft = async (fields: readonly object[], validations: readonly object[]): Promise<ChangeSetView> => {
    const definition = { id: 'jars', name: 'jars', label: 'Jars', labelSingular: 'Jar', kind: 'plain', custom: true, fields, validations };
    const { _id } = (await admin().post('/api/change-sets', { name: 'Jars' })).body as ChangeSetView;
    const changes = [{ kind: 'module', id: 'jars', definition }];
    const { status, body } = await admin().put(`/api/change-sets/${_id}/changes`, { changes });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ChangeSetView;
  };
  const plan = async ({ _id }: ChangeSetView): Promise<ChangeSetPlan> => {
    const { status, body } = await admin().post(`/api/change-sets/${_id}/plan`, {});
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ChangeSetPlan;
  };
  const publish = async ({ _id }: ChangeSetView): Promise<void> => {
    const { status, body } = await admin().post(`/api/change-sets/${_id}/publish`, {});
    expect(status, JSON.stringify(body)).toBe(200);
  };

  it('counts the records that break them, by the field that has the rule or the module', async () => {
    await publish(await draft([SIZE, NOTE], [NOT_ONE]));
    const rows = [
      { name: 'A', size: 2, note: 'n' },
      { name: 'B', size: 3 },
      { name: 'C', size: 4 },
      { name: 'D', note: 'n' },
    ];
    for (const row of rows) expect((await admin().post('/api/jars', row)).status).toBe(201);
    const long = { condition: { '>': [{ var: 'record.measure' }, 2] }, message: 'Too small.' };
    const filled = { condition: { '!': [{ is_empty: [{ var: 'record.note' }] }] }, message: 'Say why.' };
    // The field is renamed in the same change-set. A rule is not checked while its field is hidden.
    const measure = { ...SIZE, fieldName: 'measure' };
    const renamed = { ...NOT_ONE, condition: { '!==': [{ var: 'record.measure' }, 1] } };
    const shown = { ...NOTE, validations: [filled], visibleWhen: { '!==': [{ var: 'record.measure' }, 4] } };
    const made = await draft([measure, shown], [renamed, long]);
    const { records, problems } = await plan(made);
    expect(problems).toEqual([]);
    expect(records).toMatchObject([
      { module: 'jars', field: 'note', reason: 'rule', id: NOTE.id, count: 1, examples: [{ name: 'B' }], choices: [] },
      { module: 'jars', field: null, reason: 'rule', id: 'jars', count: 2, choices: [] },
    ]);
    expect(records[1]?.examples.map(({ name }) => name).sort()).toEqual(['A', 'D']);
    expect(records.every((one) => one.examined === undefined)).toBe(true);
    // A broken rule is no obstacle, and another message is no new rule.
    await publish(made);
    expect((await plan(await draft([measure, shown], [renamed, { ...long, message: 'Larger.' }]))).records).toEqual([]);
  });
});
