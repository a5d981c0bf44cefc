import { describe, expect, it } from 'vitest';
import { createModuleNames, listModuleKeys, updateModuleNames, type ModuleNameHistory } from './module-names.ts';

type Names = readonly (readonly [id: string, name: string])[];

/** The histories after these states of the definitions, one version after the other. */
function follow(...states: readonly Names[]): readonly ModuleNameHistory[] {
  let before: Names = [];
  let histories: readonly ModuleNameHistory[] = [];
  for (const [version, after] of states.entries()) {
    histories = updateModuleNames(histories, new Map(before), new Map(after), version);
    before = after;
  }
  return histories;
}

describe('The names that modules had', () => {
  it('are the same list while nothing is renamed', () => {
    const histories = follow([['m1', 'boats']], [['m1', 'ships']]);
    const names = new Map([['m1', 'ships']]);
    expect(updateModuleNames(histories, names, names, 9)).toBe(histories);
    expect(follow([['m1', 'boats']], [], [['m1', 'boats']])).toEqual([]);
  });

  it('lead from each version to the current name, and keys stay', () => {
    const histories = follow([['m1', 'boats']], [['m1', 'ships']], [['m1', 'vessels']]);
    const names = createModuleNames(histories);
    expect([0, 1, 2].map((version) => [names.current('boats', version), names.current('ships', version)])).toEqual([
      ['vessels', 'vessels'],
      ['boats', 'vessels'],
      ['boats', 'ships'],
    ]);
    expect([names.keyOf('vessels'), names.ofKey('boats'), names.lastRename]).toEqual(['boats', 'vessels', 2]);
    // Nothing has the former name: what asks for it finds nothing.
    expect([...listModuleKeys(histories, (name) => name === 'vessels')]).toEqual([
      ['boats', '~boats'],
      ['vessels', 'boats'],
    ]);
  });

  it('tell apart a module that has the former name of another one', () => {
    const histories = follow(
      [['m1', 'boats']],
      [['m1', 'ships']],
      [
        ['m1', 'ships'],
        ['m2', 'boats'],
      ],
    );
    const names = createModuleNames(histories);
    expect([names.current('boats', 0), names.current('boats', 2)]).toEqual(['ships', 'boats']);
    expect([names.keyOf('ships'), names.keyOf('boats')]).toEqual(['boats', 'boats~m2']);
    expect([...listModuleKeys(histories, () => true)]).toEqual([
      ['ships', 'boats'],
      ['boats', 'boats~m2'],
    ]);
  });

  it('are right after a swap, and after a removed module left its name to another one', () => {
    const swapped = createModuleNames(
      follow(
        [
          ['m1', 'boats'],
          ['m2', 'cars'],
        ],
        [
          ['m1', 'cars'],
          ['m2', 'boats'],
        ],
      ),
    );
    expect([swapped.current('boats', 0), swapped.current('cars', 0), swapped.keyOf('cars')]).toEqual(['cars', 'boats', 'boats']);
    const histories = follow([['m1', 'boats']], [['m1', 'ships']], [], [['m2', 'ships']]);
    const names = createModuleNames(histories);
    expect([names.current('ships', 1), names.current('ships', 3), names.ofKey('boats')]).toEqual(['~m1', 'ships', '~m1']);
    expect(listModuleKeys(histories, (name) => name === 'ships').get('ships')).toBeUndefined();
  });
});
