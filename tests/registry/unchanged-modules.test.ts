import { describe, expect, it } from 'vitest';
import type { CompiledModule } from '#engine/model/compiled';
import type { DefinitionInput, DefinitionSnapshot, Registry } from '../../engine/registry/index.ts';
import { describeRegistry, edited, SIZE } from './registry-environment.ts';

/** Names of the modules that are other objects than in an earlier snapshot. */
function changedSince(before: DefinitionSnapshot, { modules }: DefinitionSnapshot): string[] {
  return [...modules]
    .filter(([name, module]) => before.module(name) !== module)
    .map(([name]) => name)
    .sort();
}

/** All modules, without the version in which they last changed. */
function contentOf({ modules }: DefinitionSnapshot): unknown {
  return [...modules].map(([name, module]) => [name, { ...module, definitionVersion: 0 } satisfies CompiledModule]);
}

function input(kind: DefinitionInput['kind'], definition: { readonly id: string; readonly [property: string]: unknown }): DefinitionInput {
  return { kind, id: definition.id, definition };
}

/** Changes of every kind, each with the modules that are made of the changed definition. */
const CHANGES: readonly (readonly [name: string, changed: readonly string[], (registry: Registry) => DefinitionInput])[] = [
  ['the label of a module', ['things'], (registry) => edited(registry, 'things', (module) => void (module.label = 'Goods'))],
  [
    'the singular, by which related modules name it',
    ['boxes', 'things'],
    (registry) => edited(registry, 'things', (module) => void (module.labelSingular = 'Good')),
  ],
  [
    'the name of a field',
    ['things'],
    (registry) =>
      edited(registry, 'things', ({ fields }) => void (fields.find(({ fieldName }) => fieldName === 'code')!.fieldName = 'number')),
  ],
  [
    'the label of an option',
    ['things'],
    (registry) => {
      const dropdown = registry.current().dropdowns.get('colour')!;
      return input('dropdown', { ...dropdown, options: dropdown.options.map((option) => ({ ...option, label: `${option.label}!` })) });
    },
  ],
  [
    'a layout',
    ['boxes'],
    () =>
      input('layout', {
        id: 'boxes_grid_test',
        ssModule: 'boxes',
        view: 'grid',
        sections: [{ id: 'main', label: 'Box', fields: [{ fieldName: 'name' }] }],
      }),
  ],
  [
    'entries with a column of options',
    ['boxes'],
    (registry) =>
      edited(
        registry,
        'boxes',
        ({ fields }) =>
          void fields.push({
            id: 'boxes_lines',
            fieldName: 'lines',
            label: 'Lines',
            inputType: 'Array',
            entry: { columns: [{ fieldName: 'shade', label: 'Shade', inputType: 'Dropdown', dropdown: 'colour' }] },
          }),
      ),
  ],
  [
    'the label of an option that entries show too',
    ['boxes', 'things'],
    (registry) => {
      const dropdown = registry.current().dropdowns.get('colour')!;
      return input('dropdown', { ...dropdown, options: dropdown.options.map((option) => ({ ...option, label: `${option.label}?` })) });
    },
  ],
  [
    'a new module that no other points to',
    ['crates'],
    () => input('module', { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', fields: [] }),
  ],
  ['a role', [], () => input('role', { id: '0190-new', name: 'Packer', module_access: {} })],
  [
    'a new module that others point to already',
    ['boxes', 'depots', 'things'],
    () => input('module', { id: 'depots', name: 'depots', label: 'Depots', labelSingular: 'Depot', kind: 'plain', fields: [] }),
  ],
];

describeRegistry(({ openStore, start, edit }) => {
  describe('modules that a change does not affect', () => {
    it('stay the same objects when it is published, here and in other processes; the result equals that of a new start', async () => {
      const store = await openStore();
      const [registry, neighbour] = [await start(store), await start(await openStore())];
      for (const [name, changed, change] of CHANGES) {
        const [before, there] = [registry.current(), neighbour.current()];
        const after = await registry.publish({ author: 'u1', changes: [change(registry)] });
        expect(changedSince(before, after), name).toEqual(changed);
        const synced = await neighbour.refresh(after.version);
        expect(changedSince(there, synced), name).toEqual(changed);
        const fresh = (await start(await openStore())).current();
        expect(contentOf(after), name).toEqual(contentOf(fresh));
        expect(contentOf(synced), name).toEqual(contentOf(fresh));
        for (const target of ['module/things', 'field/things.code', 'field/things.number', 'dropdown/colour', 'module/depots'])
          expect(after.references(target), `${name}: ${target}`).toEqual(fresh.references(target));
      }
    });

    it('stay the same objects when the files are read again', async () => {
      const registry = await start(await openStore());
      const before = registry.current();
      expect(changedSince(before, await registry.reload())).toEqual([]);
      await edit<{ fields: unknown[] }>('stock/things/module.json', (module) => void module.fields.push(SIZE));
      expect(changedSince(before, await registry.reload())).toEqual(['things']);
    });

    it('stay the same objects when a change is rejected, and so does the snapshot', async () => {
      const registry = await start(await openStore());
      const before = registry.current();
      const wrong = edited(
        registry,
        'things',
        ({ fields }) => void (fields.find(({ fieldName }) => fieldName === 'price')!.inputType = 'TextField'),
      );
      await expect(registry.publish({ author: 'u1', changes: [wrong] })).rejects.toMatchObject({ code: 'definition_invalid' });
      expect(registry.current()).toBe(before);
    });
  });
});
