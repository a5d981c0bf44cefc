import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { readDefinition } from './readable-definition.ts';

const FIELD = { id: 'f1', fieldName: 'size', label: 'Size', inputType: 'TextField' };
const MODULE = { id: 'tools', name: 'tools', label: 'Tools', labelSingular: 'Tool', kind: 'plain', fields: [FIELD] };

describe('A definition that was written as JSON', () => {
  it('is the same object if pages can show all of it', () => {
    const more = { ...MODULE, unknown: [1], indexes: [['size']], defaultSort: { sortField: 'size', sortOrder: 'asc' } };
    expect(readDefinition('module', 'tools', more)).toEqual({ definition: more, unreadable: [] });
    expect(readDefinition('module', 'tools', more).definition).toBe(more);
    expect(readDefinition('setting', 's', { setting: { any: 'form' } }).unreadable).toEqual([]);
  });

  it('has names and lists where they are missing, and says where', () => {
    expect(readDefinition('module', 'tools', {})).toEqual({
      definition: { id: 'tools', name: 'tools', label: 'tools', labelSingular: 'tools', kind: 'plain', fields: [] },
      unreadable: ['/id', '/name', '/label', '/labelSingular', '/kind', '/fields'],
    });
    expect(readDefinition('layout', 'l', { id: 'l', ssModule: 'tools', view: 'wall' })).toMatchObject({
      definition: { view: 'grid', sections: [] },
      unreadable: ['/view', '/sections'],
    });
    expect(
      readDefinition('role', 'r', { id: 'r', name: 'R', module_access: { tools: 'all' }, field_access: { tools: { a: 'x', b: 'none' } } }),
    ).toEqual({
      definition: { id: 'r', name: 'R', module_access: {}, field_access: { tools: { b: 'none' } } },
      unreadable: ['/module_access/tools', '/field_access/tools/a'],
    });
    expect(readDefinition('dropdown', 'd', { id: 'd', name: 'd', options: {} }).definition['options']).toEqual([]);
  });

  it('has the parts of a workflow that can be shown', () => {
    const wait = { id: 's1', type: 'wait', for: { amount: 1, unit: 'days' } };
    const branch = { id: 's2', type: 'branch', branches: [{ condition: true, steps: [wait, { id: 's3', type: 'nothing' }] }] };
    const workflow = { id: 'w', name: 'W', module: 'tools', executionOccurs: 'save', actions: [wait] };
    expect(readDefinition('workflow', 'w', workflow).definition).toBe(workflow);
    expect(
      readDefinition('workflow', 'w', { ...workflow, actions: [branch, 1], conditions: [{ id: 'c', type: 'changes-to' }], alerts: {} }),
    ).toEqual({
      definition: {
        ...workflow,
        conditions: [{ id: 'c', type: 'changes-to', field: '' }],
        alerts: [],
        actions: [{ ...branch, branches: [{ condition: true, steps: [wait] }] }],
      },
      unreadable: ['/conditions/0/field', '/alerts', '/actions/0/branches/0/steps/1/type', '/actions/1'],
    });
  });

  it('leaves out the elements that are not readable, and keeps the others with what they have', () => {
    const fields = [
      FIELD,
      null,
      'size',
      { fieldName: 'kind', inputType: 'Nothing' },
      { id: 3, fieldName: 'cost', inputType: 'Number', ref: {}, visibleWhen: 'yes', entry: [], more: 1 },
    ];
    const relationships = [{ id: 'r', name: 'r', label: 'R', type: 'One to Many', primary_module: 'tools' }];
    const written = { ...MODULE, fields, relationships, indexes: [['size', 7], 'size'] } as unknown as JsonObject;
    const { definition, unreadable } = readDefinition('module', 'tools', written);
    expect(definition['fields']).toEqual([FIELD, { fieldName: 'cost', label: 'cost', inputType: 'Number', more: 1 }]);
    expect(definition['relationships']).toEqual([]);
    expect(definition['indexes']).toEqual([['size'], []]);
    expect(unreadable).toEqual(
      expect.arrayContaining(['/fields/1', '/fields/3/inputType', '/fields/4/ref', '/relationships/0/primary_module', '/indexes/1']),
    );
  });
});
