import { describe, expect, it } from 'vitest';
import type { UnitOfWork } from '../../ports/index.ts';
import { mergeUnits, placesOf, TakenPlaces } from './unit-places.ts';

const insert = (id: string): UnitOfWork['writes'][number] => ({ kind: 'insert', collection: 'c', document: { _id: id, _version: 1 }, keys: {}, definitionVersion: 1 });
const guard = (lockKey: string): NonNullable<UnitOfWork['guards']>[number] => ({ collection: 'c', filter: { kind: 'constant', value: false }, exceptIds: [], lockKeys: [lockKey] });
const writing: UnitOfWork = { writes: [insert('a')] };
const resting: UnitOfWork = { writes: [insert('x')], checks: [{ collection: 'c', id: 'a', version: 1 }] };
const restingToo: UnitOfWork = { writes: [insert('y')], checks: [{ collection: 'c', id: 'a', version: 1 }] };
const missing: UnitOfWork = { writes: [insert('z')], checks: [{ collection: 'c', id: 'a', version: null }] };

function taken(...units: readonly UnitOfWork[]): TakenPlaces {
  const places = new TakenPlaces();
  for (const unit of units) places.take(placesOf(unit));
  return places;
}

describe('The places of units', () => {
  it.each([
    ['two that write one record', writing, writing, true, true], ['one that rests on what another writes', writing, resting, true, true], ['the same the other way round', resting, writing, true, true],
    ['two that rest on one record', resting, restingToo, false, true], ['one that rests on the absence of what another rests on', missing, restingToo, true, true],
    ['two that guard one key', { writes: [insert('1')], guards: [guard('k')] }, { writes: [insert('2')], guards: [guard('k')] }, true, true],
    ['two that have nothing in common', { writes: [insert('1')], guards: [guard('k')] }, { writes: [insert('2')], guards: [guard('other')] }, false, false],
  ] as const)('tell of %s whether they fit one transaction, and two at once', (_, one, other, meets, touches) => {
    expect([taken(one).meets(placesOf(other)), taken(one).touches(placesOf(other))]).toEqual([meets, touches]);
  });

  it('are free again when they are given back', () => {
    const places = taken(writing, resting);
    places.release(placesOf(writing));
    places.release(placesOf(resting));
    expect(places.touches(placesOf(missing))).toBe(false);
  });

  it('join to one unit that asks for each check and each rise once', () => {
    const merged = mergeUnits([{ ...resting, bumps: ['rights'] }, { ...restingToo, bumps: ['rights', 'definitions'], guards: [guard('k')] }]);
    expect(merged.writes.map((write) => (write.kind === 'remove' ? write.id : write.document._id))).toEqual(['x', 'y']);
    expect([merged.checks, merged.guards, merged.bumps]).toEqual([resting.checks, [guard('k')], ['rights', 'definitions']]);
  });
});
