import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import {
  applyPreset,
  compareRoles,
  listLimitedFields,
  readFieldLevel,
  readModuleLevels,
  readRule,
  setAccess,
  setFieldLevel,
  setPermission,
  setRight,
  setSensitive,
} from './role-rights.ts';
import { placeRight, restoreRight } from './right-changes.ts';

const EMPTY: JsonObject = { id: 'clerk', name: 'Clerk', module_access: {} };
const RULE = { filter: { state: 'new' } };

describe('The rights of a role', () => {
  it('are none on a module that it does not list', () => {
    expect(readModuleLevels(EMPTY, 'tools')).toEqual({
      access: false,
      view: 'None',
      edit: 'None',
      delete: 'None',
      create: false,
      mass_update: false,
      export: false,
      assign_any_team: false,
      sensitive: false,
    });
  });

  it('include access as soon as one is given, and lose all with access', () => {
    const role = setFieldLevel(setSensitive(setRight(EMPTY, 'tools', 'view', 'All'), 'tools', true), 'tools', 'serial', 'none');
    expect(readModuleLevels(role, 'tools')).toMatchObject({ access: true, view: 'All', sensitive: true });
    const ended = setAccess(role, 'tools', false);
    expect(ended).toEqual({ ...EMPTY, sensitive_access: [], field_access: {} });
    expect(readModuleLevels(setAccess(ended, 'tools', true), 'tools')).toMatchObject({ access: true, view: 'Owner', edit: 'None' });
  });

  it('have no level that definitions do not know: a module that nobody may view has none', () => {
    const role = setRight(setRight(EMPTY, 'tools', 'view', 'All'), 'tools', 'view', 'None');
    expect(role['module_access']).toEqual({ tools: { access: true } });
    expect(setRight(setRight(EMPTY, 'tools', 'export', true), 'tools', 'export', false)['module_access']).toEqual({
      tools: { access: true },
    });
  });

  it('can be rules with a filter', () => {
    const role = setRight(setRight(EMPTY, 'tools', 'view', RULE), 'tools', 'edit', 'Owner');
    expect(readModuleLevels(role, 'tools')).toMatchObject({ view: 'Rule', edit: 'Owner' });
    expect(role['module_access']).toEqual({ tools: { access: true, view: RULE, edit: 'Owner' } });
    expect([readRule(role, 'tools', 'view'), readRule(role, 'tools', 'edit')]).toEqual([RULE.filter, undefined]);
  });

  it('name only fields that are limited', () => {
    const role = setFieldLevel(EMPTY, 'tools', 'serial', 'read-only');
    expect([readFieldLevel(role, 'tools', 'serial'), readFieldLevel(role, 'tools', 'name')]).toEqual(['read-only', 'read-write']);
    expect(listLimitedFields(role, 'tools')).toEqual(['serial']);
    expect(setFieldLevel(role, 'tools', 'serial', 'read-write')['field_access']).toEqual({});
  });

  it('include permissions of plugins once', () => {
    const role = setPermission(setPermission(EMPTY, 'tickets.merge', true), 'tickets.merge', true);
    expect(role['permissions']).toEqual(['tickets.merge']);
    expect(setPermission(role, 'tickets.merge', false)['permissions']).toEqual([]);
  });

  it('are placed as an explanation of access proposes them', () => {
    const place = (property: string, value: string) => placeRight(EMPTY, { module: 'tools', property, value });
    expect(place('view', 'All')).toMatchObject({ module_access: { tools: { access: true, view: 'All' } } });
    expect(place('export', 'true')).toMatchObject({ module_access: { tools: { access: true, export: true } } });
    expect(place('access', 'true')).toMatchObject({ module_access: { tools: { access: true, view: 'Owner' } } });
    expect(place('sensitive_access', 'true')).toMatchObject({ sensitive_access: ['tools'] });
    expect(place('field_access.cost', 'read-only')).toMatchObject({ field_access: { tools: { cost: 'read-only' } } });
    for (const [property, value] of [
      ['fly', 'All'],
      ['view', 'Most'],
      ['field_access.cost', 'some'],
    ] as const)
      expect(place(property, value), property).toBeUndefined();
  });

  it('are compared by module and field, rules by their filters', () => {
    const one = setFieldLevel(applyPreset(EMPTY, 'tools', 'work'), 'tools', 'serial', 'none');
    const other = setRight(applyPreset(EMPTY, 'tools', 'work'), 'tools', 'view', RULE);
    expect(compareRoles(one, other, ['makers', 'tools'])).toEqual([
      { module: 'tools', field: undefined, right: 'view', one: 'All', other: 'Rule' },
      { module: 'tools', field: 'serial', right: 'field', one: 'none', other: 'read-write' },
    ]);
    const changed = setRight(other, 'tools', 'view', { filter: { state: 'old' } });
    expect(compareRoles(other, changed, ['tools'])).toHaveLength(1);
    expect(compareRoles(other, other, ['tools'])).toEqual([]);
  });
});

describe('Giving a right back', () => {
  const PUBLISHED = {
    name: 'Clerk',
    module_access: { tools: { access: true, view: { filter: { state: 'new' } }, edit: 'Owner', export: true } },
    field_access: { tools: { cost: 'read-only', serial: 'none' } },
    sensitive_access: ['tools'],
  };
  const restore = (role: JsonObject, property: string) => restoreRight(role, PUBLISHED, 'tools', property);

  it('takes a level, a rule and a yes from the published role, and nothing else', () => {
    const now = { ...PUBLISHED, module_access: { tools: { access: true, view: 'None', edit: 'None' } } };
    const view = { filter: { state: 'new' } };
    expect(restore(now, 'view')?.role['module_access']).toEqual({ tools: { access: true, view, edit: 'None' } });
    expect(restore(now, 'view')?.change).toEqual({ module: 'tools', property: 'view', value: 'Rule' });
    expect(restore(now, 'export')?.role['module_access']).toEqual({ tools: { access: true, view: 'None', edit: 'None', export: true } });
    expect(restore(now, 'paint')).toBeUndefined();
  });

  it('brings a module back with the limits of its fields', () => {
    expect(restore(applyPreset(PUBLISHED, 'tools', 'none'), 'access')?.role).toEqual(PUBLISHED);
    expect(restore(applyPreset(PUBLISHED, 'tools', 'none'), 'view')?.role).toEqual(PUBLISHED);
  });

  it('brings a field back, by its level or by the right to sensitive fields', () => {
    expect(restore(setFieldLevel(PUBLISHED, 'tools', 'cost', 'none'), 'field_access.cost')?.role).toEqual(PUBLISHED);
    expect(restore({ ...PUBLISHED, sensitive_access: [] }, 'field_access.cost')?.role).toEqual(PUBLISHED);
    expect(restore({ ...PUBLISHED, sensitive_access: [] }, 'sensitive_access')?.role).toEqual(PUBLISHED);
  });
});
