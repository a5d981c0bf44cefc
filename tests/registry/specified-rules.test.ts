import { describe, expect, it } from 'vitest';
import { getFinderMethod } from '#engine/model/definitions';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { loadShipped } from './load-shipped.ts';
import { NEEDED } from './specified/required-fields.ts';
import { ACTIVITY_MODULES, LABELS, ORDERS, REQUIRED, RESOURCES, VALUES } from './specified/engagement-rules.ts';

const snapshot = await loadShipped();

function moduleOf(name: string): CompiledModule {
  const module = snapshot.module(name);
  expect(module, name).toBeDefined();
  return module as CompiledModule;
}

function fieldOf(place: string): CompiledField {
  const [module = '', name = ''] = place.split('.');
  const field = moduleOf(module).fields.get(name);
  expect(field, place).toBeDefined();
  return field as CompiledField;
}

describe('the modules of engagement and support', () => {
  it.each(Object.entries(RESOURCES))('%s has its path and its finders', (name, [path, ...finders]) => {
    const module = moduleOf(name);
    expect(module.path).toBe(path);
    const served = module.finders.map((finder) => `${getFinderMethod(finder)} ${finder.path}`);
    expect(finders.filter((finder) => !served.includes(finder))).toEqual([]);
  });

  it.each(Object.entries(REQUIRED))('%s requires the fields that its form requires', (name, required) => {
    expect(required.split(' ').filter((field) => fieldOf(`${name}.${field}`).definition.required !== true)).toEqual([]);
  });

  it.each(Object.entries(VALUES))('%s offers every value of the specification', (place, values) => {
    const offered = fieldOf(place).dropdown?.options.map(({ value }) => value) ?? [];
    expect(values.filter((value) => !offered.includes(value))).toEqual([]);
  });

  it.each(Object.entries(LABELS))('%s has the labels of the specification for its values', (place, labels) => {
    expect(Object.fromEntries(fieldOf(place).dropdown?.options.map(({ value, label }) => [value, label]) ?? [])).toMatchObject(labels);
  });

  it('activities can point to the records of five modules', () => {
    for (const name of ['relatedRecord', 'relatedRecords'])
      expect([...fieldOf(`activities.${name}`).refs].sort(), name).toEqual(ACTIVITY_MODULES);
  });

  it.each(Object.entries(ORDERS))('%s has its default sort order and page size', (name, { pageSize = 10, ...sort }) => {
    const module = moduleOf(name);
    expect([module.defaultSort, module.pageSize]).toEqual([sort, pageSize]);
  });
});

describe('the required fields of every module', () => {
  it.each([...snapshot.modules.values()].map((module) => [module.name, module] as const))(
    '%s: the name, and otherwise only what the specifications require or what has a default',
    (name, { fields }) => {
      const required = [...fields.values()].filter(({ definition, system }) => definition.required === true && !system);
      const needed = required.filter(({ definition }) => definition.default === undefined).map((field) => field.name);
      const isNamed = name === 'users' || required.some((field) => field.name === 'name');
      expect(isNamed).toBe(true);
      expect(needed.filter((field) => field !== 'name').sort()).toEqual((NEEDED[name] ?? '').split(' ').filter(Boolean).sort());
    },
  );
});

describe('the lists of every module', () => {
  it.each([...snapshot.modules.values()].map((module) => [module.name, module] as const))(
    '%s: each column is wide enough for its heading',
    (name, module) => {
      const columns =
        snapshot
          .layout(name, 'grid', [])
          ?.sections.flatMap(({ fields }) => fields)
          .filter(({ hidden }) => hidden !== true) ?? [];
      const cut = columns.filter(
        ({ fieldName, label, width = Infinity }) => width < minimumWidthOf(label ?? module.fields.get(fieldName)?.label ?? ''),
      );
      expect(cut.map(({ fieldName }) => fieldName)).toEqual([]);
    },
  );
});

/** Minimum width of a heading in CSS pixels, including its padding. */
function minimumWidthOf(heading: string): number {
  return 24 + 6.2 * heading.length;
}
