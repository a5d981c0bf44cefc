import { expect, it } from 'vitest';
import { applyChange, planChanges } from './balance-change.ts';

it('plans the hours that each balance loses or gets back', () => {
  expect(planChanges(undefined, { balanceId: 'a', hours: 8 })).toEqual([{ balanceId: 'a', hours: 8 }]);
  expect(planChanges({ balanceId: 'a', hours: 8 }, undefined)).toEqual([{ balanceId: 'a', hours: -8 }]);
  expect(planChanges({ balanceId: 'a', hours: 8 }, { balanceId: 'a', hours: 12 })).toEqual([{ balanceId: 'a', hours: 4 }]);
  expect(planChanges({ balanceId: 'a', hours: 8 }, { balanceId: 'b', hours: 8 })).toEqual([
    { balanceId: 'a', hours: -8 },
    { balanceId: 'b', hours: 8 },
  ]);
  expect(planChanges({ balanceId: 'a', hours: 8 }, { balanceId: 'a', hours: 8 })).toEqual([]);
});

it('deducts hours only if the balance is sufficient', () => {
  expect(applyChange({ balance: 8, hours_taken: 0, allotted_hours: 8 }, 8)).toEqual({ balance: 0, hours_taken: 8 });
  expect(applyChange({ balance: 7.99, hours_taken: 0, allotted_hours: 8 }, 8)).toBeUndefined();
});

it('returns hours up to the allotment', () => {
  expect(applyChange({ balance: 100, hours_taken: 20, allotted_hours: 120 }, -8)).toEqual({ balance: 108, hours_taken: 12 });
  expect(applyChange({ balance: 118, hours_taken: 2, allotted_hours: 120 }, -8)).toEqual({ balance: 120, hours_taken: 0 });
  // A balance that was manually raised above its allotment is not reduced by returned hours.
  expect(applyChange({ balance: 130, hours_taken: 8, allotted_hours: 120 }, -8)).toEqual({ balance: 130, hours_taken: 0 });
});
