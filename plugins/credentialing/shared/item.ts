import { foldText, type JsonObject, type RecordOf } from '#engine/model';

/** A required item, of a record or of a setup. */
export type RequiredItem = RecordOf<'credentialingRequiredItems'>;

/** What is to be handed in, for the first time or again. */
export const OPEN_STATUSES = ['Open', 'Needs Correction', 'Expired'] as const;

/** What needs nothing more. */
export const DONE_STATUSES = ['Approved', 'Waived'] as const;

/** Statuses of records that are no longer worked on. */
export const CLOSED_RECORDS = ['Cleared to Start', 'Closed'] as const;

export const UPLOAD = 'Uploaded Document';
export const SIGN = 'Muster Sign Document';

/** Whether a value is in a list of texts. */
export function isAmong(list: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && list.includes(value);
}

type Applicable = Pick<RequiredItem, 'isOptional' | 'reference_only' | 'not_applicable'>;

/** Whether an item is part of what must be complete: it applies, and is neither optional nor for reference. */
export function isRequired({ isOptional, reference_only, not_applicable }: Applicable): boolean {
  return isOptional !== true && reference_only !== true && not_applicable !== true;
}

/** The title as it is compared. */
export function labelKey({ label, name }: Pick<RequiredItem, 'label' | 'name'>): string {
  return foldText(label ?? name ?? '');
}

/** What people read of an item. */
export function titleOf({ label, name }: Pick<RequiredItem, 'label' | 'name'>): string {
  return label ?? name ?? '';
}

/** The filter for items that must be complete and are not on a day: an approved one that has expired is not, also before it is marked. */
export function missingFilter(day: string): JsonObject {
  return {
    not: { or: [{ isOptional: true }, { reference_only: true }, { not_applicable: true }] },
    or: [{ not: { status: { in: [...DONE_STATUSES] } } }, { status: 'Approved', expiration_date: { range: { lt: day } } }],
  };
}
