import { describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { checkFolders, loadCandidate, type RegistryOptions } from '../registry-core.ts';
import { findProblems } from './check-fixture.ts';

const BASE = 'tests/fixtures/definitions';

const crate: ModuleDefinition = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', fields: [] };

describe('checking references between definitions', () => {
  it('reports what names a missing module, with the nearest right name, and does not reject it', async () => {
    const end = { name: 'crates', label: 'Crate' };
    const relationship = {
      id: 'rel_a',
      name: 'a',
      label: 'A',
      type: 'One to Many' as const,
      primary_module: end,
      related_module: { name: 'thngs', label: 'Thing' },
    };
    const relate: FieldDefinition = { id: 'x_to', fieldName: 'to', label: 'To', inputType: 'Relate', ref: 'boxs' };
    const item = { id: 'item', label: 'Crates', icon: 'box', module: 'crate' };
    const { problems, warnings } = await checkFolders(
      [BASE],
      [
        {
          plugin: 'more',
          definitions: [
            { kind: 'module', definition: { ...crate, fields: [relate], relationships: [relationship] } },
            { kind: 'role', definition: { id: 'r', name: 'R', module_access: { thigs: { access: true } } } },
            { kind: 'menu', definition: { id: 'm', name: 'M', userTypes: ['Standard'], groups: [{ id: 'g', items: [item] }] } },
          ],
        },
      ],
    );
    expect(problems).toEqual([]);
    expect(warnings.filter(({ file }) => file === 'plugin/more').map(({ path, cause }) => `${path} ${cause}`)).toEqual([
      '/definitions/0/relationships/0/related_module/name The relationship a has no effect: there is no module thngs. Did you mean things?',
      '/definitions/0/fields/to to is left out: there is no module boxs. Did you mean boxes?',
      '/definitions/1/module_access/thigs There is no module thigs. Did you mean things?',
      '/definitions/2/groups/0/items/0/module There is no module crate. Did you mean crates?',
    ]);
  });

  it('blames the new module for a path that another one has, wherever it is in the order', async () => {
    // The path is the one that things has by its name.
    const clashing = { ...crate, path: '/api/things' };
    expect(await findProblems([{ kind: 'module', definition: clashing }])).toEqual([
      '/definitions/0/path /api/things is already the path of things.',
    ]);
    const first: ModuleDefinition = { ...crate, id: 'aaa', name: 'aaa', path: '/api/shared' };
    const second: ModuleDefinition = { ...crate, path: '/api/shared' };
    const both = [first, second].map((definition) => ({ kind: 'module' as const, definition }));
    const findings = async (earlier: string) => {
      const { problems } = (
        await loadCandidate(
          { folders: [BASE], plugins: [{ plugin: 'more', definitions: both }] } as unknown as RegistryOptions,
          [],
          undefined,
          { earlierModules: new Set([earlier]) },
        )
      ).findings;
      return problems.map(({ path, cause }) => `${path} ${cause}`);
    };
    expect(await findings('aaa')).toEqual(['/definitions/1/path /api/shared is already the path of aaa.']);
    expect(await findings('crates')).toEqual(['/definitions/0/path /api/shared is already the path of crates.']);
  });
});
