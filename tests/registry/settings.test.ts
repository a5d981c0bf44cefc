import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SettingDefinition } from '#engine/model/definitions';
import { checkValue, findSchemaProblem, findValueProblems, type DefinitionSnapshot } from '../../engine/registry/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';
import { listFiles } from '../architecture/sources.ts';
import { loadShipped } from './load-shipped.ts';
import { describeRegistry } from './registry-environment.ts';

describe('the shipped settings', () => {
  let settings: DefinitionSnapshot['settings'];
  beforeAll(async () => {
    ({ settings } = await loadShipped());
  });

  it('have a schema that can be used, and a value that satisfies it', () => {
    expect(settings.size).toBeGreaterThan(25);
    for (const [key, definition] of settings) {
      expect(definition.schema, key).toBeDefined();
      expect(findSchemaProblem(definition.schema ?? {}), key).toBeUndefined();
      expect(findValueProblems(definition), key).toEqual([]);
    }
  });

  it('of plugins have the schema and the default of the plugin', () => {
    for (const { settings: declared = {} } of ENABLED_PLUGINS)
      for (const [key, { title, description, default: value, ...schema }] of Object.entries(declared))
        expect(settings.get(key), key).toMatchObject({
          name: title,
          setting: value,
          schema,
          ...(description === undefined ? {} : { description }),
        });
  });

  it('are all that the code reads', async () => {
    const read = new Set<string>();
    const sources = listFiles().filter((file) => /^(engine|plugins)\/.*(?<!\.test)\.ts$/.test(file) && !file.includes('/tests/'));
    for (const file of sources) {
      const text = await readFile(file, 'utf8');
      for (const [, key] of text.matchAll(/(?:settings\.get|\bnumberOf|\bsetting)\('([\w-]+)'/g)) read.add(key ?? '');
    }
    expect([...read]).toEqual(expect.arrayContaining(['undo_days', 'upload_waiting_files', 'match_miles', 'bill-rates']));
    expect([...read].filter((key) => !settings.has(key))).toEqual([]);
  });
});

describe('a value that breaks its schema', () => {
  const brandings: SettingDefinition = {
    id: 'setting_signs',
    name: 'Signs',
    key: 'signs',
    setting: [{ title: 'One' }, { title: '', colour: 'red' }, {}],
    schema: {
      type: 'array',
      maxItems: 2,
      items: {
        type: 'object',
        title: 'Sign',
        required: ['title'],
        additionalProperties: false,
        properties: { title: { type: 'string', title: 'Text', minLength: 1 } },
      },
    },
  };

  it('is described by its parts in words', () => {
    expect(findValueProblems(brandings).map(({ path, place, message }) => [path, `${place}: ${message}`])).toEqual([
      [[], 'Signs: Keep 2 or fewer.'],
      [[1, 'colour'], 'Sign 2, Colour: This is not known here.'],
      [[1, 'title'], 'Sign 2, Text: Fill this in.'],
      [[2, 'title'], 'Sign 3, Text: Fill this in.'],
    ]);
  });

  it('names the entries of an object, wrong names, and the own message of the schema', () => {
    const schema = {
      type: 'object',
      propertyNames: { pattern: '^[a-z]+$' },
      additionalProperties: { type: 'number', title: 'Rate', minimum: 0, errorMessage: 'Type dollars.' },
    };
    expect(checkValue(schema, { nurse: -1, N2: 5 }, 'Rates').map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'Rates, N2: This name is not possible.',
      'Rates, nurse: Type dollars.',
    ]);
  });

  it('also breaks the schema of the engine, whatever its own says', () => {
    const zone = { id: 'x', name: 'Zone', key: 'time_zone', setting: 'Nowhere', schema: {} };
    expect(findValueProblems(zone).map(({ message }) => message)).toEqual([
      'It must be the name of a time zone, such as America/New_York.',
    ]);
  });
});

const PAINT = 'paint';
const coats = (schema: object, value: unknown = 2) => ({
  plugin: PAINT,
  settings: [{ key: 'coats', schema: { type: 'integer' as const, title: 'Coats', default: value as number, ...schema } }],
});
const change = (value: unknown, more: object = {}) => ({
  author: 'u1',
  changes: [
    {
      kind: 'setting' as const,
      id: 'setting_coats',
      definition: { id: 'setting_coats', name: 'Coats', key: 'coats', section: PAINT, ...more, setting: value },
    },
  ],
});

describeRegistry(({ openStore, start, errors }) => {
  describe('settings', () => {
    it('are published only with values that satisfy their schemas', async () => {
      const registry = await start(await openStore(), [coats({ maximum: 9 })]);
      const { definition } = registry.settings().find((one) => one.definition.key === 'coats')!;
      await expect(registry.publish(change(10, { schema: definition.schema }))).rejects.toMatchObject({
        code: 'definition_invalid',
        details: [{ field: '/setting', message: 'Coats: Use 9 or less.' }],
      });
      await registry.publish(change(9, { schema: definition.schema }));
      expect(registry.current().settings.get('coats')?.setting).toBe(9);
      expect(registry.settings().find((one) => one.definition.key === 'coats')).toMatchObject({
        source: { kind: 'plugin', plugin: PAINT },
        base: { setting: 2 },
        problems: [],
        changed: { author: 'u1' },
      });
      await expect(registry.publish(change(9, { schema: { type: 'nonsense' } }))).rejects.toMatchObject({
        code: 'definition_invalid',
        details: [expect.objectContaining({ field: '/schema' })],
      });
    });

    it('whose stored value breaks a stricter schema have their default, which is reported, and can be changed and reset', async () => {
      const store = await openStore();
      const before = await start(store, [coats({ maximum: 9 })]);
      const stored = before.settings().find((one) => one.definition.key === 'coats')!.definition;
      await before.publish(change(8, { schema: stored.schema }));
      const registry = await start(store, [coats({ maximum: 5 })]);
      const find = () => registry.settings().find((one) => one.definition.key === 'coats')!;
      expect(registry.current().settings.get('coats')?.setting).toBe(2);
      expect(find().problems).toEqual(['Coats: Use 5 or less.']);
      expect(registry.replacedSettings()).toMatchObject([{ path: '/setting', cause: 'Coats: Use 5 or less.' }]);
      expect(errors.some((text) => text.includes('its default is used'))).toBe(true);
      // Everything else of the new definitions is active.
      expect(registry.problems()).toEqual([]);
      await registry.publish({ author: 'u1', changes: [{ kind: 'setting', id: 'setting_coats', definition: find().definition }] });
      expect([find().problems, registry.replacedSettings(), find().definition.setting]).toEqual([[], [], 2]);
    });
  });
});
