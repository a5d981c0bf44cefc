import { expect, it } from 'vitest';
import type { ChangeSetPlan } from '#engine/model/wire';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore('References of records', (server) => {
  const admin = () => server().admin;
  const { make } = createRecordHelpers(admin);
  const draft = async (changes: readonly object[]): Promise<string> => {
    const { _id } = await must(admin().post('/api/change-sets', { name: 'Watches' }), 201);
    await must(admin().put(`/api/change-sets/${_id}/changes`, { changes }));
    return _id as string;
  };

  it('are in the plan of a change: names of fields in lists and columns, properties and filters', async () => {
    const text = { label: 'T', inputType: 'TextField' };
    const define = (id: string, fields: readonly object[]) => ({
      kind: 'module',
      id,
      definition: { id, name: id, label: id, labelSingular: id, kind: 'plain', custom: true, fields },
    });
    const watches = define('watches', [
      { id: 'w_of', fieldName: 'of', label: 'Of', inputType: 'Module' },
      { id: 'w_names', fieldName: 'names', label: 'Names', inputType: 'ListField', fieldsOf: 'of' },
      { id: 'w_terms', fieldName: 'terms', label: 'Terms', inputType: 'Object', filterOf: 'of' },
      { id: 'w_values', fieldName: 'values', label: 'Values', inputType: 'Object', propertiesOf: 'of' },
      {
        id: 'w_rows',
        fieldName: 'rows',
        label: 'Rows',
        inputType: 'Array',
        entry: { columns: [{ fieldName: 'by', ...text, fieldsOf: 'of' }] },
      },
    ]);
    const hands = define('hands', [
      { id: 'h_watch', fieldName: 'watch', label: 'Watch', inputType: 'Relate', ref: 'watches' },
      { id: 'h_name', fieldName: 'shown', ...text, fieldsOf: 'watch' },
    ]);
    const size = { id: 'p_size', fieldName: 'size', ...text };
    const note = { id: 'p_note', fieldName: 'note', ...text };
    const made = await draft([define('parcels', [size, note]), watches, hands]);
    await must(admin().post(`/api/change-sets/${made}/publish`, {}));
    const terms = { and: [{ size: 'big' }, { not: { note: { exists: true } } }] };
    const { _id: watch } = await make('/api/watches', {
      name: 'All',
      of: 'parcels',
      names: ['size', 'note'],
      terms,
      values: { size: 1 },
      rows: [{ by: 'size' }],
    });
    await make('/api/watches', { name: 'Of others', of: 'watches', names: ['names'] });
    await make('/api/hands', { name: 'Hour', watch, shown: 'size' });
    const changed = await draft([define('parcels', [note])]);
    const { references } = (await must(admin().post(`/api/change-sets/${changed}/plan`, {}))) as ChangeSetPlan;
    expect(references.filter(({ from }) => from.startsWith('record/'))).toEqual(
      [...['names', 'terms', 'values', 'rows'].map((name) => ['watches: All', name]), ['hands: Hour', 'shown']].map(([from, name]) => ({
        target: 'field/parcels.size',
        from: `record/${from}`,
        path: `/${name}`,
      })),
    );
  });
});
