import { expect, it } from 'vitest';
import type { ModuleDefinition, RoleDefinition } from '#engine/model/definitions';
import { loadSnapshot } from '../registry-core.ts';
import { loadBase } from './load-base.ts';
import type { RoleExtension } from './extend-roles.ts';

const BASE = 'tests/fixtures/definitions';
const crate: ModuleDefinition = {
  id: 'crates',
  name: 'crates',
  label: 'Crates',
  labelSingular: 'Crate',
  kind: 'plain',
  fields: [{ id: 'crate_weight', fieldName: 'weight', label: 'Weight', inputType: 'Number' }],
};
const packer: RoleDefinition = {
  id: 'role_packer',
  name: 'Packer',
  module_access: { things: { access: true, view: 'All' } },
  permissions: ['things.pack'],
};
const product = {
  plugin: 'product',
  definitions: [{ kind: 'role' as const, definition: packer }],
  permissions: [{ name: 'things.pack', label: 'Pack' }],
};
const adding = (...extensions: readonly RoleExtension[]) => ({
  plugin: 'crates',
  definitions: [{ kind: 'module' as const, definition: crate }],
  permissions: [{ name: 'crates.open', label: 'Open crates' }],
  extensions,
});
const roleWith = async (...extensions: readonly RoleExtension[]): Promise<RoleDefinition | undefined> =>
  (await loadSnapshot([BASE], [product, adding(...extensions)])).roles.get('role_packer');

it("adds rights on the plugin's modules and its permissions to a role", async () => {
  const crates = { access: true, view: 'Owner' as const };
  expect(
    await roleWith({
      role: 'Packer',
      module_access: { crates },
      field_access: { crates: { weight: 'read-only' } },
      sensitive_access: ['crates'],
      permissions: ['crates.open'],
    }),
  ).toEqual({
    ...packer,
    module_access: { ...packer.module_access, crates },
    field_access: { crates: { weight: 'read-only' } },
    sensitive_access: ['crates'],
    permissions: ['things.pack', 'crates.open'],
  });
});

it('keeps what the role or an earlier extension says', async () => {
  const role = await roleWith(
    { role: 'Packer', module_access: { crates: { access: true, view: 'Owner' } }, field_access: { crates: { weight: 'none' } } },
    {
      role: 'Packer',
      module_access: { crates: { access: true, view: 'All' } },
      field_access: { crates: { weight: 'read-write', name: 'none' } },
    },
  );
  expect(role?.module_access['crates']).toEqual({ access: true, view: 'Owner' });
  expect(role?.field_access).toEqual({ crates: { weight: 'none', name: 'none' } });
});

it.each<[string, RoleExtension, string]>([
  ['a module of others', { role: 'Packer', module_access: { boxes: { access: true } } }, '/extensions/0/module_access/boxes'],
  ['fields of others', { role: 'Packer', field_access: { things: { name: 'read-write' } } }, '/extensions/0/field_access/things'],
  ['sensitive values of others', { role: 'Packer', sensitive_access: ['things'] }, '/extensions/0/sensitive_access/0'],
  ['a permission of others', { role: 'Packer', permissions: ['things.pack'] }, '/extensions/0/permissions/0'],
  ['anything else', { role: 'Packer', color: 'red' } as never, '/extensions/0'],
])('rejects rights on %s', async (_, extension, path) => {
  const { findings } = await loadBase([BASE], [product, adding(extension)]);
  expect(findings.problems).toEqual([{ file: 'plugin/crates', path, cause: expect.any(String) as string }]);
});

it('warns about a role that does not exist', async () => {
  const { findings } = await loadBase([BASE], [product, adding({ role: 'Porter', permissions: ['crates.open'] })]);
  expect(findings.warnings).toContainEqual({
    file: 'plugin/crates',
    path: '/extensions/0/role',
    cause: 'There is no role Porter, so nothing was added to it.',
  });
});
