import { describe, expect, it } from 'vitest';
import type { UnitOfWork } from '../../../ports/index.ts';
import { mergeUnits, getConflictKeys, ConflictKeySet } from './conflict-keys.ts';

const insert = (id: string): UnitOfWork['writes'][number] => ({
  kind: 'insert',
  collection: 'c',
  document: { _id: id, _version: 1 },
  keys: {},
  definitionVersion: 1,
});
const absenceCheck = (lockKey: string): NonNullable<UnitOfWork['absenceChecks']>[number] => ({
  collection: 'c',
  filter: { kind: 'constant', value: false },
  exceptIds: [],
  lockKeys: [lockKey],
});
const writing: UnitOfWork = { writes: [insert('a')] };
const reading: UnitOfWork = { writes: [insert('x')], versionChecks: [{ collection: 'c', id: 'a', version: 1 }] };
const alsoReading: UnitOfWork = { writes: [insert('y')], versionChecks: [{ collection: 'c', id: 'a', version: 1 }] };
const missing: UnitOfWork = { writes: [insert('z')], versionChecks: [{ collection: 'c', id: 'a', version: null }] };

function taken(...units: readonly UnitOfWork[]): ConflictKeySet {
  const places = new ConflictKeySet();
  for (const unit of units) places.add(getConflictKeys(unit));
  return places;
}

describe('Conflict keys of units', () => {
  it.each([
    ['two that write one record', writing, writing, true, true],
    ['one that rests on what another writes', writing, reading, true, true],
    ['the same the other way round', reading, writing, true, true],
    ['two that rest on one record', reading, alsoReading, false, true],
    ['one that rests on the absence of what another rests on', missing, alsoReading, true, true],
    [
      'two that guard one key',
      { writes: [insert('1')], absenceChecks: [absenceCheck('k')] },
      { writes: [insert('2')], absenceChecks: [absenceCheck('k')] },
      true,
      true,
    ],
    [
      'two that have nothing in common',
      { writes: [insert('1')], absenceChecks: [absenceCheck('k')] },
      { writes: [insert('2')], absenceChecks: [absenceCheck('other')] },
      false,
      false,
    ],
  ] as const)('detect whether %s conflict within one transaction, and across two', (_, one, other, meets, touches) => {
    expect([
      taken(one).conflictsWithinTransaction(getConflictKeys(other)),
      taken(one).conflictsAcrossTransactions(getConflictKeys(other)),
    ]).toEqual([meets, touches]);
  });

  it('do not conflict after they are removed', () => {
    const places = taken(writing, reading);
    places.remove(getConflictKeys(writing));
    places.remove(getConflictKeys(reading));
    expect(places.conflictsAcrossTransactions(getConflictKeys(missing))).toBe(false);
  });

  it('merge into one unit with each check and each version bump once', () => {
    const merged = mergeUnits([
      { ...reading, bumps: ['rights'] },
      { ...alsoReading, bumps: ['rights', 'definitions'], absenceChecks: [absenceCheck('k')] },
    ]);
    expect(merged.writes.map((write) => (write.kind === 'remove' ? write.id : write.document._id))).toEqual(['x', 'y']);
    expect([merged.versionChecks, merged.absenceChecks, merged.bumps]).toEqual([
      reading.versionChecks,
      [absenceCheck('k')],
      ['rights', 'definitions'],
    ]);
  });
});
