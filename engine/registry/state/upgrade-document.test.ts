import { describe, expect, it } from 'vitest';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { loadSnapshot } from '../registry-core.ts';
import { compareFields, createUpgrader } from './upgrade-document.ts';

const things = (await loadSnapshot(['tests/fixtures/definitions'])).module('things')!;
const document: RecordDocument = { _id: '1', _version: 1, one: 'a', two: 'b' };

function upgrade(
  history: Parameters<typeof createUpgrader>[0] extends ReadonlyMap<string, infer History> ? History : never,
  definitionVersion: number,
): RecordDocument {
  return createUpgrader(new Map([['things', history]]))(things, { document, definitionVersion });
}

describe('upgrading a record', () => {
  it('returns the same object when nothing changed since it was written', () => {
    expect(upgrade([], 1)).toBe(document);
    expect(upgrade([{ version: 3, from: 'one' }], 3)).toBe(document);
  });

  it('renames and removes fields that changed since', () => {
    expect(
      upgrade(
        [
          { version: 2, from: 'one', to: 'uno' },
          { version: 3, from: 'two' },
        ],
        1,
      ),
    ).toEqual({ _id: '1', _version: 1, uno: 'a' });
    expect(
      upgrade(
        [
          { version: 2, from: 'one', to: 'uno' },
          { version: 3, from: 'two' },
        ],
        2,
      ),
    ).toEqual({ _id: '1', _version: 1, one: 'a' });
  });

  it('applies several renames of a field', () => {
    expect(
      upgrade(
        [
          { version: 2, from: 'one', to: 'uno' },
          { version: 3, from: 'uno', to: 'eins' },
        ],
        1,
      ),
    ).toEqual({ _id: '1', _version: 1, eins: 'a', two: 'b' });
  });

  it('lets two fields swap their names', () => {
    expect(
      upgrade(
        [
          { version: 2, from: 'one', to: 'two' },
          { version: 2, from: 'two', to: 'one' },
        ],
        1,
      ),
    ).toEqual({ _id: '1', _version: 1, one: 'b', two: 'a' });
  });
});

describe('comparing fields', () => {
  it('finds renames by the stable id, and removals', () => {
    const fields = [...things.fields.values()]
      .filter((field) => field.name !== 'shade')
      .map((field) => (field.name === 'colour' ? { ...field, name: 'color' } : field));
    const after = {
      ...things,
      fields: new Map(fields.map((field) => [field.name, field])),
      fieldsById: new Map(fields.map((field) => [field.id, field])),
    } as CompiledModule;
    const shade = things.fields.get('shade')!.id;
    const compare = (removed?: ReadonlyMap<string, string>) =>
      compareFields({
        before: new Map([['things', things]]),
        after: new Map([['things', after]]),
        version: 7,
        histories: new Map(),
        ...(removed === undefined ? {} : { removed: new Map([['things', removed]]) }),
      }).get('things');
    const renamed = { version: 7, from: 'colour', to: 'color' };
    expect(compare()).toEqual([renamed, { version: 7, from: 'shade', to: `~${shade}`, type: { inputType: 'TextField' } }]);
    expect(compare(new Map([[shade, 'shade']]))).toEqual([renamed, { version: 7, from: 'shade', id: shade }]);
  });
});
