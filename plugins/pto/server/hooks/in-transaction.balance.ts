import type { InTransactionContext } from '#engine';
import type { PtoRequestsRecord, Unchecked } from '../../../records.d.ts';
import { applyChange, planChanges, type PtoDeduction } from '../../shared/balance-change.ts';
import { textOf } from '../../shared/text-of.ts';

/** What a request holds: its hours, while it is approved and not deleted. */
function deductionOf(request: Unchecked<PtoRequestsRecord> | undefined, gone: boolean): PtoDeduction | undefined {
  if (!request || gone || request.status !== 'Approved' || request.deleted === true) return undefined;
  return { balanceId: textOf(request.ptoBalance_ptoRequests), hours: Number(request.hours_requested) };
}

/**
 * Approving takes the hours in the same transaction, leaving Approved gives them back (up to the allotment), a change
 * adjusts by the difference. The balance read is part of the unit, so that twenty approvals at once take turns.
 */
export async function adjustBalance(context: InTransactionContext<'ptoRequests'>): Promise<void> {
  const { event, record, unit } = context;
  const before = deductionOf(event.before, event.kind === 'create');
  const after = deductionOf(record, event.kind === 'delete' || event.kind === 'remove');
  for (const { balanceId, hours } of planChanges(before, after)) {
    const balance = await unit.get('ptoBalance', balanceId);
    if (!balance || balance.deleted === true) {
      // What no longer exists cannot get hours back; it cannot give any either.
      if (hours > 0) context.refuse('pto_balance_missing');
      continue;
    }
    const left = Number(balance.balance ?? 0);
    const next = applyChange({ balance: left, hours_taken: Number(balance.hours_taken ?? 0), allotted_hours: Number(balance.allotted_hours ?? 0) }, hours);
    if (!next) {
      context.refuse('pto_balance_exceeded', {
        message: `This employee does not have enough PTO time available to fulfill this request. They only have ${left} hours available.`,
      });
    } else await context.update('ptoBalance', balanceId, { ...next });
  }
}
