import { compareNames } from './evidence-names.ts';
import { formatDay } from './reading-dates.ts';
import { isNpi, normalizeNumber, type ReadingField } from './reading.ts';

/** How a value compares with the record: 'fine', 'check' (a person should look), or 'problem'. */
export interface ReadingComparison {
  readonly state: 'fine' | 'check' | 'problem';
  readonly code: string;
  /** A short sentence. */
  readonly text: string;
}

/** What values are compared with. */
export interface ComparedRecord {
  /** The name of the provider; empty: unknown. */
  readonly name: string;
  /** Today, as `YYYY-MM-DD`. */
  readonly today: string;
  /** The last day of the assignment; empty: unknown. */
  readonly assignmentEnd: string;
  /** Other people with a number, by its comparable form; `name` is empty for those whom the caller may not see. */
  readonly numberUses: ReadonlyMap<string, readonly { readonly name: string }[]>;
}

/** Compares a value that was read with the record. */
export function compareValue(field: ReadingField, value: string, record: ComparedRecord): ReadingComparison {
  switch (field) {
    case 'name':
      return compareName(value, record);
    case 'issue_date':
      return value > record.today
        ? { state: 'problem', code: 'in_future', text: 'In the future' }
        : { state: 'fine', code: 'not_in_future', text: 'Not in the future' };
    case 'end_date':
      return compareEnd(value, record);
    case 'number':
      return compareNumber(value, record);
    case 'npi':
      return isNpi(value) ? compareNumber(value, record) : { state: 'problem', code: 'check_digit', text: 'The check digit is wrong' };
  }
}

function compareName(value: string, { name }: ComparedRecord): ReadingComparison {
  if (name === '') return { state: 'check', code: 'nothing_to_compare', text: 'The item has no provider' };
  const comparison = compareNames(value, name);
  if (comparison === 'same') return { state: 'fine', code: 'same_name', text: 'Same as on the record' };
  if (comparison === 'similar') return { state: 'check', code: 'similar_name', text: `Similar to ${name}` };
  return { state: 'problem', code: 'other_name', text: `The record says ${name}` };
}

function compareEnd(value: string, { today, assignmentEnd }: ComparedRecord): ReadingComparison {
  if (value < today) return { state: 'problem', code: 'ended', text: 'Ended already' };
  if (assignmentEnd === '') return { state: 'fine', code: 'not_ended', text: 'Not ended' };
  if (value < assignmentEnd)
    return { state: 'problem', code: 'inside_assignment', text: `Ends inside the assignment, which ends on ${formatDay(assignmentEnd)}` };
  return { state: 'fine', code: 'after_assignment', text: describeDistance(assignmentEnd, value) };
}

/** '17 months after the assignment'. */
function describeDistance(from: string, to: string): string {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
  if (from === to) return 'On the last day of the assignment';
  if (months < 1) return 'Less than a month after the assignment';
  return `${months} ${months === 1 ? 'month' : 'months'} after the assignment`;
}

function compareNumber(value: string, { numberUses }: ComparedRecord): ReadingComparison {
  const others = numberUses.get(normalizeNumber(value)) ?? [];
  if (others.length === 0) return { state: 'fine', code: 'not_used', text: 'Not used by another person' };
  const names = [...new Set(others.map(({ name }) => name).filter((name) => name !== ''))];
  return { state: 'problem', code: 'used_by_other', text: `Used by ${names.length === 0 ? 'another person' : names.join(', ')}` };
}
