import type { InTransactionContext } from '#engine';
import type { PtoRequestsRecord, Unchecked } from '../../../records.d.ts';
import { applyChange, planChanges, type PtoDeduction } from '../../shared/balance-change.ts';
import { toText } from '#engine/model';

/** The deduction of a request: its hours while it is approved and not deleted. */
function deductionOf(request: Unchecked<PtoRequestsRecord> | undefined, gone: boolean): PtoDeduction | undefined {
  if (!request || gone || request.status !== 'Approved' || request.deleted === true) return undefined;
  return { balanceId: toText(request.ptoBalance_ptoRequests), hours: Number(request.hours_requested) };
}

/**
 * Deducts the hours in the transaction of the approval, returns them when the request leaves Approved (up to the
 * allotment), and applies the difference when an approved request changes. The balance is read in the unit of work, so
 * that concurrent approvals run one after another.
 */
export async function adjustBalance(context: InTransactionContext<'ptoRequests'>): Promise<void> {
  const { event, record, unit } = context;
  const before = deductionOf(event.before, event.kind === 'create');
  const after = deductionOf(record, event.kind === 'delete' || event.kind === 'remove');
  for (const { balanceId, hours } of planChanges(before, after)) {
    const balance = await unit.get('ptoBalance', balanceId);
    if (!balance || balance.deleted === true) {
      // A balance that no longer exists cannot receive or give hours.
      if (hours > 0) context.refuse('pto_balance_missing');
      continue;
    }
    const left = Number(balance.balance ?? 0);
    const next = applyChange(
      { balance: left, hours_taken: Number(balance.hours_taken ?? 0), allotted_hours: Number(balance.allotted_hours ?? 0) },
      hours,
    );
    if (!next) {
      context.refuse('pto_balance_exceeded', {
        message: `This employee does not have enough PTO time available to fulfill this request. They only have ${left} hours available.`,
      });
    } else await context.update('ptoBalance', balanceId, { ...next });
  }
}
