import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_ACCESS_LEVELS, type ModuleAccess, type RoleDefinition } from '#engine/model/definitions';
import { combineFieldAccess, combineModuleAccess, NO_FIELD_RIGHTS, NO_MODULE_RIGHTS } from './combine-roles.ts';

function role(
  name: string,
  module_access: { readonly [module: string]: ModuleAccess },
  rest: Partial<RoleDefinition> = {},
): RoleDefinition {
  return { id: name, name, module_access, ...rest };
}

describe('combineModuleAccess', () => {
  it('returns no rights for a module that no role lists, or lists without access', () => {
    expect(combineModuleAccess([], 'things')).toEqual(NO_MODULE_RIGHTS);
    expect(combineModuleAccess([role('a', { others: { access: true } })], 'things')).toEqual(NO_MODULE_RIGHTS);
    expect(combineModuleAccess([role('a', { things: { access: false, create: true, view: 'All' } })], 'things')).toEqual(NO_MODULE_RIGHTS);
  });

  it('takes the widest level of each right', () => {
    const joined = combineModuleAccess(
      [
        role('a', { things: { access: true, view: 'Owner', edit: 'Owner', create: true } }),
        role('b', { things: { access: true, view: 'All', delete: 'Owner', export: true } }),
      ],
      'things',
    );
    expect(joined).toEqual({
      access: true,
      create: true,
      mass_update: false,
      export: true,
      assign_any_team: false,
      view: 'All',
      edit: 'Owner',
      delete: 'Owner',
      sensitive: false,
    });
  });

  it('never gives edit or delete a wider level than view', () => {
    expect(
      combineModuleAccess([role('a', { things: { access: true, view: 'Owner', edit: 'All', delete: 'All' } })], 'things'),
    ).toMatchObject({ edit: 'Owner', delete: 'Owner' });
    expect(combineModuleAccess([role('a', { things: { access: true, edit: 'All' } })], 'things')).toMatchObject({
      view: 'None',
      edit: 'None',
    });
  });

  it('joins rules and own records of roles for each right', () => {
    const [late, heavy] = [{ due: { range: { lt: { $: 'today' } } } }, { weight: { range: { gte: 5 } } }];
    const joined = combineModuleAccess(
      [
        role('a', { things: { access: true, view: { filter: late }, edit: { filter: late } } }),
        role('b', { things: { access: true, view: { filter: heavy }, edit: 'Owner' } }),
        role('c', { things: { access: true, view: { filter: { ...late } } } }),
        role('d', { things: { access: true, view: 'Owner', delete: 'Owner' } }),
      ],
      'things',
    );
    expect(joined).toMatchObject({ view: 'Rule', edit: 'Rule', delete: 'Owner' });
    expect(joined.rules).toEqual({
      view: { own: true, filters: [late, heavy], isPersonal: false },
      edit: { own: true, filters: [late], isPersonal: false },
    });
    expect(
      combineModuleAccess(
        [role('a', { things: { access: true, view: { filter: late } } }), role('b', { things: { access: true, view: 'All' } })],
        'things',
      ),
    ).toEqual({ ...NO_MODULE_RIGHTS, access: true, view: 'All' });
  });

  it('limits edit and delete of a role to the rule by which it shows records', () => {
    const mine = { owner: { equals: { $: 'me' } } };
    const ruled = role('a', { things: { access: true, view: { filter: mine }, edit: 'All', delete: 'Owner' } });
    expect(combineModuleAccess([ruled], 'things')).toMatchObject({ view: 'Rule', edit: 'All', delete: 'Owner' });
    const both = combineModuleAccess([ruled, role('b', { things: { access: true, view: 'All' } })], 'things');
    expect(both).toMatchObject({ view: 'All', edit: 'Rule', rules: { edit: { own: false, filters: [mine], isPersonal: true } } });
    expect(combineModuleAccess([role('a', { things: { access: true, edit: { filter: mine } } })], 'things')).toEqual({
      ...NO_MODULE_RIGHTS,
      access: true,
    });
    expect(combineModuleAccess([role('a', { things: { access: true, view: 'Owner', edit: { filter: mine } } })], 'things')).toMatchObject({
      view: 'Owner',
      edit: 'Rule',
    });
  });

  it('allows reading sensitive fields only if a role with access to the module allows it', () => {
    expect(combineModuleAccess([role('a', { things: { access: true } }, { sensitive_access: ['things'] })], 'things').sensitive).toBe(true);
    expect(
      combineModuleAccess([role('a', { things: { access: true } }), role('b', {}, { sensitive_access: ['things'] })], 'things').sensitive,
    ).toBe(false);
  });
});

describe('combineFieldAccess', () => {
  const levels = (...values: readonly (typeof FIELD_ACCESS_LEVELS)[number][]): RoleDefinition[] =>
    values.map((level, index) => role(`r${index}`, { things: { access: true } }, { field_access: { things: { cost: level } } }));

  it.each([
    [['none'], 'none', 'none'],
    [['read-only'], 'all', 'none'],
    [['owner-read-owner-write'], 'owner', 'owner'],
    [['read-owner-write'], 'all', 'owner'],
    [['read-write'], 'all', 'all'],
    [['read-only', 'owner-read-owner-write'], 'all', 'owner'],
    [['none', 'read-only'], 'all', 'none'],
    [['none', 'owner-read-owner-write'], 'owner', 'owner'],
  ] as const)('combines %j to read %s and write %s', (given, read, write) => {
    expect(combineFieldAccess(levels(...given), 'things', 'cost')).toEqual({ read, write });
  });

  it('gives full access to a field that a role with access does not list, and none without such a role', () => {
    expect(combineFieldAccess([...levels('none'), role('b', { things: { access: true } })], 'things', 'cost')).toEqual({
      read: 'all',
      write: 'all',
    });
    expect(combineFieldAccess([...levels('none'), role('b', { others: { access: true } })], 'things', 'cost')).toEqual(NO_FIELD_RIGHTS);
    expect(combineFieldAccess([], 'things', 'cost')).toEqual(NO_FIELD_RIGHTS);
  });

  it('does not depend on the order of roles, and another role never reduces rights', () => {
    const order = ['none', 'owner', 'all'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...FIELD_ACCESS_LEVELS), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...FIELD_ACCESS_LEVELS),
        (given, more) => {
          const before = combineFieldAccess(levels(...given), 'things', 'cost');
          expect(combineFieldAccess(levels(...[...given].reverse()), 'things', 'cost')).toEqual(before);
          const after = combineFieldAccess(levels(...given, more), 'things', 'cost');
          expect(order.indexOf(after.read)).toBeGreaterThanOrEqual(order.indexOf(before.read));
          expect(order.indexOf(after.write)).toBeGreaterThanOrEqual(order.indexOf(before.write));
        },
      ),
    );
  });
});
