import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePay, NOT_KNOWN, PAY_DEFAULTS, PAY_PERIODS, type PayPeriod } from './pay-raise.ts';

const PER_YEAR: Record<Exclude<PayPeriod, 'hourly'>, bigint> = { weekly: 52n, biWeekly: 26n, biMonthly: 24n, monthly: 12n, annually: 1n };

function decimalOf(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** The nearest cent of `count / by` by long division and comparison, independent of the implementation. */
function nearestCent(count: bigint, by: bigint): bigint {
  const sign = count < 0n !== by < 0n ? -1n : 1n;
  const [top, bottom] = [(count < 0n ? -count : count) * 100n, by < 0n ? -by : by];
  const rest = top % bottom;
  return sign * (top / bottom + (rest * 2n >= bottom ? 1n : 0n));
}

function readCents(text: string): bigint {
  return BigInt(text.replaceAll(',', '').replace('.', ''));
}

describe('the pay raise calculator', () => {
  it('shows the defaults in every period', () => {
    expect(computePay(PAY_DEFAULTS)).toEqual({
      percentage: '7.14%',
      rows: [
        { period: 'hourly', current: '42.00', next: '45.00', difference: '3.00' },
        { period: 'weekly', current: '1,680.00', next: '1,800.00', difference: '120.00' },
        { period: 'biWeekly', current: '3,360.00', next: '3,600.00', difference: '240.00' },
        { period: 'biMonthly', current: '3,640.00', next: '3,900.00', difference: '260.00' },
        { period: 'monthly', current: '7,280.00', next: '7,800.00', difference: '520.00' },
        { period: 'annually', current: '87,360.00', next: '93,600.00', difference: '6,240.00' },
      ],
    });
  });

  it('uses an hourly rate as it is, and multiplies it by the hours', () => {
    const { rows } = computePay({ rate: '21.375', period: 'hourly', weeklyHours: '37.5', raise: '1.125' });
    expect(rows.map(({ current }) => current)).toEqual(['21.38', '801.56', '1,603.13', '1,736.72', '3,473.44', '41,681.25']);
    expect(computePay({ rate: '21', period: 'hourly', weeklyHours: '0', raise: '1' }).rows[0]).toMatchObject({
      current: '21.00',
      next: '22.00',
      difference: '1.00',
    });
  });

  it.each([
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['-1.005', '-1.01'],
    ['0.004', '0.00'],
    ['-0.004', '0.00'],
    ['1e3', '1,000.00'],
    ['.5', '0.50'],
    ['', '0.00'],
    ['9007199254740993', '9,007,199,254,740,993.00'],
  ])('shows %s as %s', (rate, shown) => {
    expect(computePay({ rate, period: 'annually', weeklyHours: '40', raise: '0' }).rows.at(-1)?.current).toBe(shown);
  });

  it('has no bounds, and shows values that cannot be divided or read as not known', () => {
    expect(computePay({ rate: '0', period: 'weekly', weeklyHours: '0', raise: '10' })).toMatchObject({
      percentage: NOT_KNOWN,
      rows: [{ current: NOT_KNOWN, next: NOT_KNOWN, difference: NOT_KNOWN }, { current: '0.00', next: '10.00' }, {}, {}, {}, {}],
    });
    expect(computePay({ rate: 'abc', period: 'weekly', weeklyHours: '40', raise: '10' }).rows[1]).toEqual({
      period: 'weekly',
      current: NOT_KNOWN,
      next: NOT_KNOWN,
      difference: '10.00',
    });
  });

  it('is exact to the cent for any rate, hours and raise', () => {
    const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    fc.assert(
      fc.property(cents, cents, fc.bigInt({ min: 1n, max: 20_000n }), fc.constantFrom(...PAY_PERIODS), (rate, raise, hours, period) => {
        const { rows, percentage } = computePay({ rate: decimalOf(rate), period, weeklyHours: decimalOf(hours), raise: decimalOf(raise) });
        // All amounts in hundredths of cents per year, as one whole number.
        const yearly = (amount: bigint) => (period === 'hourly' ? amount * 52n * hours : amount * PER_YEAR[period] * 100n);
        const parts = { current: rate, next: rate + raise, difference: raise };
        for (const row of rows) {
          const divisor = row.period === 'hourly' ? 52n * hours : PER_YEAR[row.period] * 100n;
          for (const key of ['current', 'next', 'difference'] as const)
            expect(readCents(row[key]), `${row.period} ${key}`).toBe(nearestCent(yearly(parts[key]), divisor * 100n));
        }
        if (rate !== 0n) expect(readCents(percentage.slice(0, -1))).toBe(nearestCent(raise * 100n, rate));
      }),
      { numRuns: 500 },
    );
  });
});
