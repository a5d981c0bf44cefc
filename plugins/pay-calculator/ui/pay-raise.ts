/** Pay periods in the order of the table. */
export const PAY_PERIODS = ['hourly', 'weekly', 'biWeekly', 'biMonthly', 'monthly', 'annually'] as const;

/** How often a rate is paid. */
export type PayPeriod = (typeof PAY_PERIODS)[number];

/** The typed values; empty counts as zero. */
export interface PayInput {
  readonly rate: string;
  readonly period: PayPeriod;
  readonly weeklyHours: string;
  /** In the same period as the rate. */
  readonly raise: string;
}

/** One row of the table: amounts with two decimals, or {@link NOT_KNOWN}. */
export interface PayRow {
  readonly period: PayPeriod;
  readonly current: string;
  readonly next: string;
  readonly difference: string;
}

export interface PayTable {
  /** The raise as a percentage of the rate, such as `7.14%`. */
  readonly percentage: string;
  readonly rows: readonly PayRow[];
}

/** Shown if nothing can be computed: the input is not a number, or there are no hours to divide by. */
export const NOT_KNOWN = '–';

/** Initial values of the form. */
export const PAY_DEFAULTS: PayInput = { rate: '3640', period: 'biMonthly', weeklyHours: '40', raise: '260' };

/** A fraction of whole numbers, so that no cent is lost in between; `by` is above zero. */
interface Fraction {
  readonly count: bigint;
  readonly by: bigint;
}

const WEEKS = 52n;
/** Payments a year; hourly pay depends on the hours. */
const A_YEAR: { readonly [period in Exclude<PayPeriod, 'hourly'>]: bigint } = {
  weekly: 52n,
  biWeekly: 26n,
  biMonthly: 24n,
  monthly: 12n,
  annually: 1n,
};
/** Larger exponents would give numbers that are too long for a page. */
const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,2}))?$/iu;

function readDecimal(text: string): Fraction | undefined {
  const typed = text.trim();
  if (typed === '') return { count: 0n, by: 1n };
  const [, sign = '', whole = '', part = '', exponent = '0'] = DECIMAL.exec(typed) ?? [];
  if (whole + part === '') return undefined;
  const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  const shift = Number(exponent) - part.length;
  return shift >= 0 ? { count: digits * 10n ** BigInt(shift), by: 1n } : { count: digits, by: 10n ** BigInt(-shift) };
}

function multiply(one: Fraction, other: Fraction): Fraction {
  return { count: one.count * other.count, by: one.by * other.by };
}

function divide(one: Fraction, other: Fraction): Fraction | undefined {
  if (other.count === 0n) return undefined;
  const sign = other.count < 0n ? -1n : 1n;
  return { count: one.count * other.by * sign, by: one.by * other.count * sign };
}

function add(one: Fraction, other: Fraction): Fraction {
  return { count: one.count * other.by + other.count * one.by, by: one.by * other.by };
}

function whole(count: bigint): Fraction {
  return { count, by: 1n };
}

/** Two decimals, halves rounded away from zero, with thousands separators. */
function formatFraction(value: Fraction | undefined): string {
  if (value === undefined) return NOT_KNOWN;
  const size = value.count < 0n ? -value.count : value.count;
  const cents = (size * 200n + value.by) / (value.by * 2n);
  const dollars = String(cents / 100n).replace(/\B(?=(\d{3})+$)/gu, ',');
  return `${value.count < 0n && cents > 0n ? '-' : ''}${dollars}.${String(cents % 100n).padStart(2, '0')}`;
}

function toAnnual(amount: Fraction, period: PayPeriod, hours: Fraction): Fraction {
  return multiply(amount, period === 'hourly' ? multiply(whole(WEEKS), hours) : whole(A_YEAR[period]));
}

/** Converts an amount from one period to another. For the same period it returns the amount itself, whatever the hours. */
function convert(amount: Fraction, from: PayPeriod, to: PayPeriod, hours: Fraction): Fraction | undefined {
  if (from === to) return amount;
  return divide(toAnnual(amount, from, hours), to === 'hourly' ? multiply(whole(WEEKS), hours) : whole(A_YEAR[to]));
}

/** A pay rate and its raise in every pay period. Exact: fractions are rounded once, when they are formatted. */
export function computePay({ rate, period, weeklyHours, raise }: PayInput): PayTable {
  const [current, extra, hours] = [readDecimal(rate), readDecimal(raise), readDecimal(weeklyHours)];
  const inPeriod = (amount: Fraction | undefined, to: PayPeriod) => formatFraction(amount && hours && convert(amount, period, to, hours));
  const next = current && extra && add(current, extra);
  const share = current && extra && divide(multiply(extra, whole(100n)), current);
  return {
    percentage: share === undefined ? NOT_KNOWN : `${formatFraction(share)}%`,
    rows: PAY_PERIODS.map((to) => ({
      period: to,
      current: inPeriod(current, to),
      next: inPeriod(next, to),
      difference: inPeriod(extra, to),
    })),
  };
}
