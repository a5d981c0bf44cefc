import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { fixtureField, fixtureModule } from '../../../../fields/widgets/fixture-module.ts';
import { withDraftFields } from './draft-module.ts';
import { listLayoutRows } from './layout-rows.ts';

const NAME: FieldDefinition = { id: 'f_name', fieldName: 'name', label: 'Name', inputType: 'TextField' };
const AGE: FieldDefinition = { id: 'f_age', fieldName: 'age', label: 'Age', inputType: 'Number' };
const EFFECTIVE: ModuleDefinition = { id: 'pets', name: 'pets', label: 'Pets', labelSingular: 'Pet', kind: 'plain', fields: [NAME, AGE] };
const MODULE = fixtureModule({
  fields: [
    fixtureField('TextField', { ...NAME }),
    fixtureField('Number', { ...AGE }),
    fixtureField('DateTime', { id: 'std_created', fieldName: 'createdAt', label: 'Created', system: true }),
  ],
});

describe('A module with the fields of a draft', () => {
  it('is the published one without a draft', () => {
    expect(withDraftFields(MODULE, undefined, undefined)).toBe(MODULE);
    expect(withDraftFields(MODULE, EFFECTIVE, EFFECTIVE)).toBe(MODULE);
  });

  it('has new and renamed fields, not removed ones, and keeps those that the definition does not have', () => {
    const owner: FieldDefinition = { id: 'f_owner', fieldName: 'owner', label: 'Owner', inputType: 'Relate', ref: 'people' };
    const draft = { ...EFFECTIVE, fields: [{ ...NAME, label: 'Call name' }, owner] };
    const { fields } = withDraftFields(MODULE, draft, EFFECTIVE);
    expect(fields.map(({ fieldName, label }) => `${fieldName} ${label}`)).toEqual(['name Call name', 'createdAt Created', 'owner Owner']);
    expect(fields[2]).toMatchObject({ refs: ['people'], sortable: false, rights: { read: 'all', write: 'all' } });
  });
});

describe('The rows of the list of layouts', () => {
  const modules = [{ id: 'pets', name: 'pets', label: 'Pets', generatedId: (view: string) => `made_${view}` }];
  const layoutOf = (id: string, role: string | null, app: string | null) => ({
    id,
    action: undefined,
    layout: { module: 'pets', view: 'grid', role, app },
  });

  it('have the layout for all roles first, and name the app only where there are several', () => {
    const [row] = listLayoutRows(modules, [layoutOf('b', 'Vet', 'main'), layoutOf('a', null, 'main')], '');
    expect(row?.views.grid.map(({ id, app }) => [id, app])).toEqual([
      ['a', null],
      ['b', null],
    ]);
    expect(row?.views.edit).toMatchObject([{ id: 'made_edit', isGenerated: true }]);
    const [other] = listLayoutRows(modules, [layoutOf('b', 'Vet', 'provider'), layoutOf('a', null, 'main')], '');
    expect(other?.views.grid.map(({ app }) => app)).toEqual(['main', 'provider']);
  });

  it('are found by module and role', () => {
    const layouts = [layoutOf('b', 'Vet', null)];
    expect(listLayoutRows(modules, layouts, 'vet')).toHaveLength(1);
    expect(listLayoutRows(modules, layouts, ' PETS')).toHaveLength(1);
    expect(listLayoutRows(modules, layouts, 'cars')).toHaveLength(0);
  });
});
