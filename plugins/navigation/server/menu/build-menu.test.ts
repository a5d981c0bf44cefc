import { describe, expect, it } from 'vitest';
import type { Person } from '../person.ts';
import { arrangeMenu, buildMenu, findTemplate, toEntryGroups } from './build-menu.ts';

const PERSON: Person = { userId: 'u1', userType: 'Standard', roles: ['keeper'], client: 'c1' };
const DEFINED = [
  {
    id: 'home',
    items: [
      { id: 'home', label: 'Home', icon: 'house', route: '/app/dashboard' },
      { id: 'tools', label: 'Tools here', icon: 'hammer', module: 'tools' },
    ],
  },
];
const NOTHING = { entries: [], templates: [], own: undefined };
const entry = (_id: string, more: object) => ({ _id, name: _id, ...more });

describe('The groups of menu entries', () => {
  it('are those of the client, the user type and the roles of the person, in their order, ungrouped ones first', () => {
    const entries = [
      entry('late', { route: '/app/late', options: { order: 9, group: 'Work' } }),
      entry('first', { related_module: 'tools', label: 'My tools', options: { order: 1 } }),
      entry('early', {
        related_module: 'makers',
        icon: 'user',
        user_type: 'Standard',
        options: { order: 2, group: 'Work', newWindow: true },
      }),
      entry('unordered', { route: '/app/end', options: { group: 'Work' } }),
      entry('otherType', { route: '/app/a', user_type: 'Provider' }),
      entry('otherClient', { route: '/app/b', client: 'c2' }),
      entry('ownClient', { route: '/app/c', client: 'c1', roles: ['keeper', 'other'], options: { order: 3 } }),
      entry('otherRole', { route: '/app/d', roles: ['other'] }),
    ];
    expect(toEntryGroups(entries, PERSON)).toEqual([
      {
        id: 'nav_group_0',
        items: [
          { id: 'nav_first', label: 'My tools', icon: '', module: 'tools' },
          { id: 'nav_ownClient', label: 'ownClient', icon: '', route: '/app/c' },
        ],
      },
      {
        id: 'nav_group_1',
        label: 'Work',
        items: [
          { id: 'nav_early', label: 'early', icon: 'user', module: 'makers', newWindow: true },
          { id: 'nav_late', label: 'late', icon: '', route: '/app/late' },
          { id: 'nav_unordered', label: 'unordered', icon: '', route: '/app/end' },
        ],
      },
    ]);
  });

  it.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'app/tools', '', '/admin', '/admin/settings'])(
    'have no entry that opens %s',
    (route) => {
      expect(toEntryGroups([entry('bad', { route })], PERSON)).toEqual([]);
    },
  );

  it('have pages of the administration for System Admins', () => {
    const groups = toEntryGroups([entry('admin', { route: '/admin/users' })], { ...PERSON, userType: 'System Admin' });
    expect(groups.flatMap(({ items }) => items.map(({ route }) => route))).toEqual(['/admin/users']);
  });
});

describe('The template of a person', () => {
  const roles = entry('roles', { roles: ['keeper'] });
  const types = entry('types', { user_types: ['Standard'] });
  const rest = entry('rest', { is_default: true });

  it('is the one for their roles, else the one for their user type, else the one for everyone else', () => {
    expect(findTemplate([types, rest, roles], PERSON)).toBe(roles);
    expect(findTemplate([rest, types], PERSON)).toBe(types);
    expect(findTemplate([rest, types, roles], { ...PERSON, userType: 'Provider', roles: [] })).toBe(rest);
  });

  it('is none that names nobody, another client, or roles and a type of which one differs', () => {
    const others = [
      entry('nobody', {}),
      entry('client', { is_default: true, client: 'c2' }),
      entry('both', { roles: ['keeper'], user_types: ['Admin'] }),
    ];
    expect(findTemplate(others, PERSON)).toBeUndefined();
  });
});

describe('The menu of a person', () => {
  it('is that of the definitions without entries and sidebars', () => {
    expect(buildMenu(PERSON, DEFINED, NOTHING)).toEqual({});
    expect(buildMenu(PERSON, DEFINED, { ...NOTHING, entries: [entry('other', { route: '/app', user_type: 'Admin' })] })).toEqual({});
    expect(buildMenu(PERSON, DEFINED, { ...NOTHING, own: entry('own', { items: [] }) })).toEqual({});
  });

  it('is arranged by the own sidebar before the template', () => {
    const template = entry('template', { is_default: true, items: [{ label: 'All', modules: ['makers'] }] });
    const own = entry('own', {
      collapsed: true,
      items: [
        { label: '', modules: ['tools', 'tools'] },
        { label: 'Empty', modules: [] },
      ],
    });
    expect(buildMenu(PERSON, DEFINED, { ...NOTHING, templates: [template] })).toEqual({
      groups: [
        { id: 'side_pages', items: [DEFINED[0]?.items[0]] },
        { id: 'side_group_0', label: 'All', items: [{ id: 'side_0_makers', label: '', icon: '', module: 'makers' }] },
      ],
    });
    expect(buildMenu(PERSON, DEFINED, { ...NOTHING, templates: [template], own })).toEqual({
      isCollapsed: true,
      groups: [
        { id: 'side_group_0', items: [DEFINED[0]?.items[0], { id: 'side_0_tools', label: 'Tools here', icon: 'hammer', module: 'tools' }] },
      ],
    });
  });

  it('arranges the modules of entries with the labels of these', () => {
    const entries = [entry('tools', { related_module: 'tools', label: 'Hammers' })];
    const own = entry('own', { items: [{ label: 'Mine', modules: ['tools'] }] });
    const { groups } = buildMenu(PERSON, DEFINED, { ...NOTHING, entries, own });
    expect(groups).toEqual([
      { id: 'side_group_0', label: 'Mine', items: [{ id: 'side_0_tools', label: 'Hammers', icon: '', module: 'tools' }] },
    ]);
    expect(arrangeMenu([], [])).toEqual([]);
  });
});
