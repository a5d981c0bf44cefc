import { addDays, toText } from '#engine/model';
import { formatDay, formatDayInText, isObject, type RecordData } from '#ui';
import { tCredentialing } from '../texts.ts';

/** What is to be said about an item first. */
export type ItemState =
  | 'rejected'
  | 'expired'
  | 'endsInside'
  | 'overdue'
  | 'submitted'
  | 'expiring'
  | 'open'
  | 'approved'
  | 'waived'
  | 'reference'
  | 'notApplicable';

/** What the states depend on beside the item. */
export interface ItemTimes {
  /** The present day, `YYYY-MM-DD`. */
  readonly today: string;
  /** The last day of the assignment; '': it has none. */
  readonly assignmentEnd: string;
}

/** An expiry within so many days is shown. */
const SOON = 30;

const HUES: { readonly [state in ItemState]: string } = {
  rejected: 'red',
  expired: 'red',
  endsInside: 'orange',
  overdue: 'red',
  submitted: 'blue',
  expiring: 'amber',
  open: 'gray',
  approved: 'green',
  waived: 'violet',
  reference: 'gray',
  notApplicable: 'gray',
};

const dayOf = (item: RecordData, field: string): string => toText(item[field]).slice(0, 10);

/** A value of what was handed in. */
export function detailOf(item: RecordData, name: string): string {
  const details = item['completionDetails'];
  return isObject(details) ? toText(details[name]) : '';
}

/** Whether nothing is left to do: it is approved or not needed, and did not expire. */
export function isDone(item: RecordData, { today }: ItemTimes): boolean {
  const ends = dayOf(item, 'expiration_date');
  return item['status'] === 'Waived' || (item['status'] === 'Approved' && (ends === '' || ends >= today));
}

/** Whether it must be complete: it is asked for, and neither optional nor for reference. */
export const isCounted = (item: RecordData): boolean => isRequested(item) && item['isOptional'] !== true;

const isRequested = (item: RecordData): boolean => item['reference_only'] !== true && item['not_applicable'] !== true;

/** Whether the assignment cannot go on until its end with this item. */
function endsInside(item: RecordData, { today, assignmentEnd }: ItemTimes): boolean {
  const ends = dayOf(item, 'expiration_date');
  return ends !== '' && assignmentEnd !== '' && ends >= today && ends < assignmentEnd;
}

function stateOfApproved(item: RecordData, times: ItemTimes): ItemState {
  const ends = dayOf(item, 'expiration_date');
  if (ends !== '' && ends < times.today) return 'expired';
  if (endsInside(item, times)) return 'endsInside';
  return ends !== '' && ends <= addDays(times.today, SOON) ? 'expiring' : 'approved';
}

/** The state of an item. */
export function stateOf(item: RecordData, times: ItemTimes): ItemState {
  if (item['not_applicable'] === true) return 'notApplicable';
  if (!isRequested(item)) return 'reference';
  const due = dayOf(item, 'due_date');
  switch (toText(item['status'])) {
    case 'Needs Correction':
      return 'rejected';
    case 'Expired':
      return 'expired';
    case 'Submitted':
      return 'submitted';
    case 'Waived':
      return 'waived';
    case 'Approved':
      return stateOfApproved(item, times);
    default:
      return due !== '' && due < times.today ? 'overdue' : 'open';
  }
}

/** What there is to know about the state, as a sentence; '': nothing. */
export function noteOf(item: RecordData, times: ItemTimes): string {
  const state = stateOf(item, times);
  const ends = dayOf(item, 'expiration_date');
  const due = dayOf(item, 'due_date');
  switch (state) {
    case 'rejected':
      return toText(item['review_note']);
    case 'expired':
      return ends === '' ? '' : tCredentialing('note.ended', { day: formatDayInText(ends) });
    case 'endsInside':
      return tCredentialing('note.endsInside', { day: formatDayInText(ends), end: formatDayInText(times.assignmentEnd) });
    case 'expiring':
      return tCredentialing('note.ends', { day: formatDayInText(ends) });
    case 'submitted': {
      const sent = detailOf(item, 'dateCompleted') || toText(item['updatedAt']);
      const text = sent === '' ? '' : tCredentialing('note.sent', { day: formatDayInText(sent) });
      return endsInside(item, times)
        ? `${text} ${tCredentialing('note.endsInside', { day: formatDayInText(ends), end: formatDayInText(times.assignmentEnd) })}`
        : text;
    }
    case 'overdue':
    case 'open':
      return due === '' ? '' : tCredentialing('note.due', { day: formatDayInText(due) });
    default:
      return '';
  }
}

/** The day on which it was done, for the end of its line; ''. */
export function doneDayOf(item: RecordData): string {
  const day = detailOf(item, 'dateCompleted');
  return day === '' ? '' : formatDay(day);
}

/** The state as a word with a dot. */
export function StatePill({ state }: { readonly state: ItemState }) {
  return (
    <span className={`ms-pill ms-hue-${HUES[state]}`}>
      <span className="ms-pill-dot" aria-hidden />
      <span className="ms-pill-text">{tCredentialing(`state.${state}`)}</span>
    </span>
  );
}
