import { describe, expect, it } from 'vitest';
import { getFinderMethod, type CompiledField, type CompiledModule } from '#engine/model';
import { loadShipped } from './load-shipped.ts';
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
  it.each(Object.entries(RESOURCES))('%s answers at its path, with its look-ups', (name, [path, ...lookups]) => {
    const module = moduleOf(name);
    expect(module.path).toBe(path);
    const served = module.finders.map((lookup) => `${getFinderMethod(lookup)} ${lookup.path}`);
    expect(lookups.filter((lookup) => !served.includes(lookup))).toEqual([]);
  });

  it.each(Object.entries(REQUIRED))('%s must have what its form requires', (name, required) => {
    expect(required.split(' ').filter((field) => fieldOf(`${name}.${field}`).definition.required !== true)).toEqual([]);
  });

  it.each(Object.entries(VALUES))('%s offers every value that is named', (place, values) => {
    const offered = fieldOf(place).dropdown?.options.map(({ value }) => value) ?? [];
    expect(values.filter((value) => !offered.includes(value))).toEqual([]);
  });

  it.each(Object.entries(LABELS))('%s calls its values as they are called', (place, labels) => {
    expect(Object.fromEntries(fieldOf(place).dropdown?.options.map(({ value, label }) => [value, label]) ?? [])).toMatchObject(labels);
  });

  it('activities are about the records of five modules', () => {
    for (const name of ['relatedRecord', 'relatedRecords']) expect([...fieldOf(`activities.${name}`).refs].sort(), name).toEqual(ACTIVITY_MODULES);
  });

  it.each(Object.entries(ORDERS))('%s is listed in its order', (name, { pageSize = 10, ...sort }) => {
    const module = moduleOf(name);
    expect([module.defaultSort, module.pageSize]).toEqual([sort, pageSize]);
  });
});

describe('the lists of every module', () => {
  it.each([...snapshot.modules.values()].map((module) => [module.name, module] as const))('%s: each column has room for its heading', (name, module) => {
    const columns = snapshot.layout(name, 'grid', [])?.sections.flatMap(({ fields }) => fields).filter(({ hidden }) => hidden !== true) ?? [];
    const cut = columns.filter(({ fieldName, label, width = Infinity }) => width < minimumWidthOf(label ?? module.fields.get(fieldName)?.label ?? ''));
    expect(cut.map(({ fieldName }) => fieldName)).toEqual([]);
  });
});

/** CSS pixels that a heading takes at least, with the space beside it. */
function minimumWidthOf(heading: string): number {
  return 24 + 6.2 * heading.length;
}
