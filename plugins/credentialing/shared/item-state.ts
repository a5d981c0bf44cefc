import { addDays } from '#engine/model';
import { isRequired, type RequiredItem } from './item.ts';

/** What people see of an item. */
export type ItemState =
  | 'open'
  | 'due'
  | 'submitted'
  | 'approved'
  | 'expiring'
  | 'expired'
  | 'rejected'
  | 'waived'
  | 'reference'
  | 'not_applicable';

/** The days before which an approved item counts as expiring. */
const EXPIRING_DAYS = 30;

/** The state of an item on a day. */
export function stateOf(item: RequiredItem, day: string): ItemState {
  if (item.not_applicable === true) return 'not_applicable';
  if (item.reference_only === true) return 'reference';
  if (item.status === 'Submitted') return 'submitted';
  if (item.status === 'Waived') return 'waived';
  if (item.status === 'Needs Correction') return 'rejected';
  if (item.status === 'Expired') return 'expired';
  if (item.status === 'Approved') return stateOfApproved(item.expiration_date ?? '', day);
  const due = item.due_date ?? '';
  return due !== '' && due <= day ? 'due' : 'open';
}

function stateOfApproved(expires: string, day: string): ItemState {
  if (expires === '') return 'approved';
  if (expires < day) return 'expired';
  return expires <= addDays(day, EXPIRING_DAYS) ? 'expiring' : 'approved';
}

const DONE_STATES: readonly ItemState[] = ['approved', 'expiring', 'waived'];

/** How much of a list of items is complete. */
export type Completion = {
  readonly done: number;
  readonly total: number;
  /** A whole number; 100 only if nothing is missing. */
  readonly percent: number;
};

/** Counts what must be complete. */
export function countCompletion(items: readonly RequiredItem[], day: string): Completion {
  const required = items.filter(isRequired);
  const done = required.filter((item) => DONE_STATES.includes(stateOf(item, day))).length;
  return { done, total: required.length, percent: percentOf(done, required.length) };
}

/** Whole percent, rounded down; of nothing, 100. */
export function percentOf(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done * 100) / total);
}
