import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DropdownDefinition, ModuleDefinition, WorkflowDefinition } from '#engine/model/definitions';
import type { Registry } from '../../engine/registry/index.ts';
import { describeRegistry, edited, SIZE } from './registry-environment.ts';

const PAINT: WorkflowDefinition = {
  id: 'workflow_paint',
  name: 'Paint',
  module: 'things',
  active: true,
  executionOccurs: 'save',
  conditions: [{ id: 'c1', type: 'changes-to', field: 'colour', to: 'red' }],
  actions: [
    { id: 's1', type: 'update-record', values: { code: { text: '{{ colour }} {{ boxes_things.name }}' } } },
    {
      id: 's2',
      type: 'branch',
      branches: [
        { condition: { '>': [{ var: 'record.price' }, 5] }, steps: [{ id: 's3', type: 'update-record', values: { price: { value: 5 } } }] },
      ],
    },
  ],
};

const publish = (registry: Registry, definition: WorkflowDefinition | null, id = PAINT.id) =>
  registry.publish({ author: 'u1', changes: [{ kind: 'workflow', id, definition }] });

async function detailsOf(publication: Promise<unknown>): Promise<readonly { readonly message: string; readonly definition: string }[]> {
  return publication.then(
    () => [],
    (error: { readonly details: readonly { readonly message: string; readonly definition: string }[] }) => error.details,
  );
}

describeRegistry(({ openStore, start, edit, errors, stores }) => {
  describe('workflows', () => {
    it('are published, listed by weight and name, changed and removed', async () => {
      const registry = await start(await openStore());
      await publish(registry, PAINT);
      await publish(registry, { ...PAINT, id: 'w2', name: 'After', weight: 1 }, 'w2');
      await publish(registry, { ...PAINT, id: 'w3', name: 'Idle', active: false }, 'w3');
      const { workflows } = registry.current();
      expect(workflows.all.map(({ name }) => name)).toEqual(['Idle', 'Paint', 'After']);
      expect(workflows.of('things').map(({ name }) => name)).toEqual(['Paint', 'After']);
      expect(workflows.of('boxes')).toEqual([]);
      expect(workflows.byId('w3')?.name).toBe('Idle');
      await publish(registry, null, 'w3');
      expect(registry.current().workflows.byId('w3')).toBeUndefined();
    });

    it('are refused with the place of each problem', async () => {
      const registry = await start(await openStore());
      const broken = { ...PAINT, conditions: [{ id: 'c1', type: 'field-changes' as const, field: 'color' }] };
      await expect(publish(registry, broken)).rejects.toMatchObject({
        code: 'definition_invalid',
        details: [
          {
            field: '/conditions/0/field',
            message: 'There is no field color in things. Did you mean colour?',
            definition: 'workflow/Paint',
          },
        ],
      });
      expect(registry.current().workflows.all).toEqual([]);
    });

    it('are named when a change removes or renames what they use', async () => {
      const registry = await start(await openStore());
      await publish(registry, PAINT);
      const using = registry.current().references('field/things.price');
      expect(using.filter(({ from }) => from === 'workflow/Paint').map((one) => one.path)).toEqual([
        '/actions/1/branches/0/condition',
        '/actions/1/branches/0/steps/0/values/price',
      ]);
      expect(
        registry
          .current()
          .references('field/boxes.name')
          .map(({ from }) => from),
      ).toContain('workflow/Paint');
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(SIZE))] });
      const sized = { id: 's4', type: 'update-record' as const, values: { size: { value: 4 } } };
      await publish(registry, { ...PAINT, actions: [...(PAINT.actions ?? []), sized] });
      const without = edited(registry, 'things', (module) => void module.fields.pop());
      expect(await detailsOf(registry.publish({ author: 'u1', changes: [without] }))).toMatchObject([
        { message: 'There is no field size in things.', definition: 'workflow/Paint' },
      ]);
      const renamed = edited(registry, 'things', (module) => void Object.assign(module.fields.at(-1) ?? {}, { fieldName: 'width' }));
      expect(await detailsOf(registry.publish({ author: 'u1', changes: [renamed] }))).toMatchObject([
        { message: expect.stringContaining('There is no field size in things.'), definition: 'workflow/Paint' },
      ]);
      const followed = { ...PAINT, actions: [{ ...sized, values: { width: { value: 4 } } }] };
      await registry.publish({ author: 'u1', changes: [renamed, { kind: 'workflow', id: PAINT.id, definition: followed }] });
      const colour = [...registry.definitions().dropdown.values()].find(({ name }) => name === 'colour') as DropdownDefinition;
      const blueOnly = { ...colour, options: colour.options.filter(({ value }) => value !== 'red') };
      const things = edited(registry, 'things', (module) => void module.fields.splice(5, 1));
      const fewer = registry.publish({ author: 'u1', changes: [{ kind: 'dropdown', id: colour.id, definition: blueOnly }, things] });
      expect(await detailsOf(fewer)).toContainEqual(
        expect.objectContaining({ message: expect.stringContaining('"red" is no value of colour'), definition: 'workflow/Paint' }),
      );
      const module = registry.current().module('things')!.definition;
      await expect(
        registry.publish({ author: 'u1', changes: [{ kind: 'module', id: module.id, definition: null }] }),
      ).rejects.toMatchObject({ data: { references: expect.arrayContaining([{ from: 'workflow/Paint', path: '/module' }]) as unknown } });
    });

    it('of the files that are broken are inactive, and everything else is used', async () => {
      const folder = path.join(stores().definitions, 'workflows');
      await mkdir(folder);
      await writeFile(path.join(folder, 'good.json'), JSON.stringify(PAINT));
      await writeFile(
        path.join(folder, 'field.json'),
        JSON.stringify({ ...PAINT, id: 'w2', name: 'Field', conditions: [{ id: 'c', type: 'field-changes', field: 'size' }] }),
      );
      await writeFile(path.join(folder, 'form.json'), JSON.stringify({ id: 'w3', name: 'Form' }));
      const registry = await start(await openStore());
      expect(registry.problems()).toEqual([]);
      expect(
        registry
          .current()
          .workflows.of('things')
          .map(({ name }) => name),
      ).toEqual(['Paint']);
      expect(registry.current().workflows.byId('w2')).toMatchObject({ name: 'Field', active: false });
      expect(registry.brokenWorkflows()).toMatchObject([
        {
          file: expect.stringContaining('workflows/field.json'),
          path: '/conditions/0/field',
          cause: expect.stringContaining('no field size'),
        },
        { file: expect.stringContaining('workflows/form.json'), path: '/', cause: 'The property module is missing.' },
        { file: expect.stringContaining('workflows/form.json'), path: '/', cause: 'The property executionOccurs is missing.' },
      ]);
      expect(errors.filter((text) => text.includes('field.json'))).toEqual([
        expect.stringMatching(/workflows\/field\.json is inactive because it is broken at \/conditions\/0\/field: There is no field size/u),
      ]);
      // Another change can be published although they are broken, and the repair too.
      await publish(registry, { ...PAINT, id: 'w4', name: 'Other' }, 'w4');
      await publish(registry, { ...PAINT, id: 'w2', name: 'Field' }, 'w2');
      expect(
        registry
          .current()
          .workflows.of('things')
          .map(({ name }) => name),
      ).toEqual(['Field', 'Other', 'Paint']);
    });

    it('changed by an admin follow a field that the files rename', async () => {
      const file = path.join(stores().definitions, 'workflows', 'paint.json');
      await mkdir(path.dirname(file));
      await writeFile(file, JSON.stringify(PAINT));
      const store = await openStore();
      await publish(await start(store), { ...PAINT, weight: 7 });
      await edit<ModuleDefinition & { fields: { fieldName: string; parentField?: string }[] }>('stock/things/module.json', (module) => {
        for (const field of module.fields) {
          if (field.fieldName === 'colour') field.fieldName = 'paint';
          if (field.parentField === 'colour') field.parentField = 'paint';
        }
        (module as { indexes?: unknown }).indexes = [['paint', 'price']];
      });
      const layouts = path.join(stores().definitions, 'stock/things/layouts.json');
      await writeFile(layouts, (await readFile(layouts, 'utf8')).replaceAll('"colour"', '"paint"'));
      await writeFile(file, JSON.stringify(PAINT).replaceAll('"field":"colour"', '"field":"paint"').replace('{{ colour }}', '{{ paint }}'));
      const registry = await start(store);
      expect([registry.problems(), registry.brokenWorkflows(), registry.current().conflicts]).toEqual([[], [], []]);
      expect(registry.current().workflows.byId(PAINT.id)).toMatchObject({
        weight: 7,
        active: true,
        conditions: [{ field: 'paint', to: 'red' }],
        actions: [{ values: { code: { text: '{{ paint }} {{ boxes_things.name }}' } } }, {}],
      });
    });
  });
});
