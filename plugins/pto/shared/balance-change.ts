/** The hours that a request deducts from a balance while it is approved. */
export interface PtoDeduction {
  readonly balanceId: string;
  readonly hours: number;
}

export interface PtoBalance {
  readonly balance: number;
  readonly hours_taken: number;
  readonly allotted_hours: number;
}

/** Hours have quarters in practice. Sums are rounded to two decimals to avoid floating-point errors. */
const round = (hours: number): number => Math.round(hours * 100) / 100;

/** The hours that each balance loses (positive) or gets back (negative) when one deduction replaces another. */
export function planChanges(
  before: PtoDeduction | undefined,
  after: PtoDeduction | undefined,
): { readonly balanceId: string; readonly hours: number }[] {
  if (before && after && before.balanceId === after.balanceId) {
    const hours = round(after.hours - before.hours);
    return hours === 0 ? [] : [{ balanceId: after.balanceId, hours }];
  }
  return [
    ...(before ? [{ balanceId: before.balanceId, hours: -before.hours }] : []),
    ...(after ? [{ balanceId: after.balanceId, hours: after.hours }] : []),
  ];
}

/** The balance after a change, or undefined if it is not sufficient. Returned hours never raise it above the allotment. */
export function applyChange(balance: PtoBalance, hours: number): Pick<PtoBalance, 'balance' | 'hours_taken'> | undefined {
  if (hours > 0 && hours > balance.balance) return undefined;
  const next = round(balance.balance - hours);
  return {
    balance: hours < 0 ? Math.max(balance.balance, Math.min(balance.allotted_hours, next)) : next,
    hours_taken: Math.max(0, round(balance.hours_taken + hours)),
  };
}
