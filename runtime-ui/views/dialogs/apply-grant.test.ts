import { describe, expect, it } from 'vitest';
import { changeRole } from './apply-grant.ts';

const role = {
  _id: 'r1',
  name: 'Clerk',
  module_access: { books: { access: true, view: 'All' as const }, loans: { access: true } },
  field_access: { books: { price: 'none' as const } },
};
const grant = { kind: 'role' as const, role: 'Clerk', module: 'books' };

describe('changeRole', () => {
  it('changes one level of one module', () => {
    expect(changeRole(role, { ...grant, property: 'edit', value: 'Owner' })).toEqual({
      module_access: { books: { access: true, view: 'All', edit: 'Owner' }, loans: { access: true } },
    });
    expect(changeRole(role, { ...grant, module: 'shelves', property: 'access', value: true })).toEqual({
      module_access: { ...role.module_access, shelves: { access: true } },
    });
  });

  it('changes the level of one field', () => {
    expect(changeRole(role, { ...grant, property: 'field_access.title', value: 'read-only' })).toEqual({
      field_access: { books: { price: 'none', title: 'read-only' } },
    });
  });
});
