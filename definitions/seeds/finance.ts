import { SYSTEM_ACTOR, type VisibleRecord } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { dayFrom, instantFrom, type SeedContext } from './seed-context.ts';

const WEEKS = 3;
/** Number of placements with timesheets. */
const FOLLOWED = 12;
const SHARE = 8;
const DAY = 86_400_000;

/** Timesheets of the staff, timesheets of placed providers in different states, and the commissions of recruiters on approved ones. */
export async function seedFinance(context: SeedContext, placementIds: readonly string[], providerUser: string): Promise<void> {
  const sheets = [...context.staff.map(({ _id }) => _id), providerUser].flatMap((user) =>
    Array.from({ length: WEEKS }, (_, back) => makeTimesheet(context, user, newestWeek(context.now) + back)),
  );
  await context.insert('timesheets', sheets, sheets.length);
  const placements = await Promise.all(
    placementIds.slice(0, FOLLOWED).map((id) => context.records.get(SYSTEM_ACTOR, { module: 'placements', id })),
  );
  const followed = placements.flatMap((placement, index) =>
    [2, 1].map((back) => ({ placement, tracker: makeTracker(context, placement, back, index) })),
  );
  const trackers = await context.insert(
    'timesheetTrackers',
    followed.map(({ tracker }) => tracker),
    followed.length,
  );
  const commissions = followed.flatMap(({ placement, tracker }, index) =>
    isApproved(tracker) ? [makeCommission(context, placement, tracker, trackers[index] as string)] : [],
  );
  await context.insert('commissions', commissions, commissions.length);
}

/** The Sunday at the start of the week this number of weeks ago, in days from now. */
function sundayBack(now: number, weeks: number): number {
  return -new Date(now).getUTCDay() - weeks * 7;
}

/** The most recent week with at least one worked day, in weeks ago. */
function newestWeek(now: number): number {
  return new Date(now).getUTCDay() < 2 ? 1 : 0;
}

function makeTimesheet({ random, now }: SeedContext, user: string, back: number): JsonObject {
  const sunday = sundayBack(now, back);
  // The current week has only the days so far.
  const worked = [1, 2, 3, 4, 5].filter((day) => sunday + day < 0);
  const entries = worked.map((day) => {
    const first = random.between(7, 9);
    return { date: dayFrom(now, sunday + day), start_time: `${String(first).padStart(2, '0')}:30`, end_time: `${first + 8}:00` };
  });
  const submitted = back > 0;
  return {
    user,
    week_start: dayFrom(now, sunday),
    week_end: dayFrom(now, sunday + 6),
    timeEntries: entries,
    total_hours: entries.length * 7.5,
    submitted,
    assigned_to: user,
    generated_on: instantFrom(now, sunday, 11),
    ...(submitted ? { submitted_on: instantFrom(now, sunday + 5, 22) } : {}),
  };
}

function makeTracker({ random, now }: SeedContext, placement: VisibleRecord, back: number, index: number): JsonObject {
  const sunday = sundayBack(now, back);
  const status =
    back === 2
      ? index % 4 === 3
        ? 'Paid'
        : 'Submitted_EDU_Approved'
      : ((['Submitted', 'Not_Submitted', 'Submitted_EDU_Approved', 'Rejected'] as const)[index % 4] ?? 'Submitted');
  const isSubmitted = status !== 'Not_Submitted';
  const isSigned = status === 'Paid' || status === 'Submitted_EDU_Approved';
  return {
    provider: placement.providers_placements ?? null,
    placement: placement._id,
    account: placement.accounts_placements ?? null,
    time_sheet_status: status,
    period_start: dayFrom(now, sunday),
    period_end: dayFrom(now, sunday + 6),
    due_date: dayFrom(now, sunday + 8),
    hours: Math.max(8, Number(placement.weekly_hours) - random.between(0, 4)),
    ...(isSubmitted ? { submitted_date: dayFrom(now, sunday + 6) } : { reminders_sent: random.between(1, 2) }),
    ...(isSigned
      ? { approved_date: dayFrom(now, sunday + 7), approved_by_name: random.pick(['M. Alvarez', 'D. Chen', 'R. Brooks', 'K. Dawson']) }
      : {}),
    assigned_to: placement.assigned_to ?? null,
  };
}

function isApproved({ time_sheet_status: status }: JsonObject): boolean {
  return status === 'Paid' || status === 'Submitted_EDU_Approved';
}

/** A share of the revenue of the hours minus their pay. */
function makeCommission({ now }: SeedContext, placement: VisibleRecord, tracker: JsonObject, trackerId: string): JsonObject {
  const [hours, bill, pay] = [tracker.hours, placement.bill_rate, placement.pay_rate].map(Number) as [number, number, number];
  const margin = Math.round(hours * (bill - pay) * 100) / 100;
  const isPaid = tracker.time_sheet_status === 'Paid';
  const earner: JsonValue = placement.assigned_to ?? null;
  const approved = Math.min(Date.parse(tracker.approved_date as string), now);
  return {
    user: earner,
    assigned_to: earner,
    status: isPaid ? 'Paid' : 'Approved',
    commission_date: dayFrom(approved, 0),
    timesheet_tracker: trackerId,
    provider: tracker.provider ?? null,
    placement: placement._id,
    account: tracker.account ?? null,
    hours,
    bill_rate: bill,
    pay_rate: pay,
    margin,
    commission_percent: SHARE,
    amount: Math.round(margin * SHARE) / 100,
    ...(isPaid ? { paid_date: dayFrom(Math.min(approved + 3 * DAY, now), 0) } : {}),
  };
}
