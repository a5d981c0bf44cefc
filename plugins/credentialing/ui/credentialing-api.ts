import { callApi, type RecordData } from '#ui';

const ITEMS = '/api/credentialing-required-items';
const SETUPS = '/api/credentialing-setups';

/** A record that was not changed, and why. */
export interface Refusal {
  readonly _id: string;
  readonly error: string;
}

/** A record with its name. */
export interface NamedRecord {
  readonly _id: string;
  readonly name: string;
}

/** A page of a list. */
export interface PageOf<T> {
  readonly data: readonly T[];
  readonly total: number;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Says that the user has seen messages of items. */
export function markViewed(ids: readonly string[], viewer: string): Promise<unknown> {
  return callApi('PUT', '/api/credentialing-required-item-messages/markMessagesViewedBy', { body: { ids, viewer } });
}

/** Messages that the user has not read, by the id of the item. */
export async function countUnread(ids: readonly string[], signal?: AbortSignal): Promise<{ readonly [item: string]: number }> {
  const options = { body: { ids }, ...(signal ? { signal } : {}) };
  return (await callApi<{ readonly counts: { readonly [item: string]: number } }>('POST', `${ITEMS}/unread-counts`, options)).counts;
}

/** Approves items in one batch; `ends`: the day until which the documents are valid. */
export function approveItems(ids: readonly string[], ends?: string): Promise<{ readonly refused: readonly Refusal[] }> {
  return callApi('POST', `${ITEMS}/approve`, { body: { ids, ...(ends === undefined ? {} : { expiration_date: ends }) } });
}

/** Returns items to their provider, who reads the reason. */
export function rejectItems(ids: readonly string[], reason: string): Promise<{ readonly refused: readonly Refusal[] }> {
  return callApi('POST', `${ITEMS}/reject`, { body: { ids, reason } });
}

/** An item that waits for review. */
export interface QueueItem {
  readonly _id: string;
  readonly label: string;
  readonly submitted_at: string | null;
  readonly record: NamedRecord;
  readonly provider: NamedRecord | null;
  readonly account: NamedRecord | null;
  readonly expires_in_assignment: { readonly end_date: string } | null;
}

/** Submitted items of all providers, the oldest first. */
export function readQueue(input: { readonly pageNumber: number; readonly pageSize: number; readonly mine: boolean }, signal: AbortSignal) {
  return callApi<PageOf<QueueItem>>('POST', `${ITEMS}/review-queue`, { body: input, signal });
}

/** A placement that starts soon, and why it is not ready. */
export interface NotReady {
  readonly placement: NamedRecord;
  readonly provider: NamedRecord | null;
  readonly account: NamedRecord | null;
  readonly start_date: string;
  readonly confirmed: boolean;
  readonly record: NamedRecord | null;
  readonly percent: number;
  readonly reasons: readonly { readonly item: string | null; readonly label: string; readonly state: string }[];
  /** Number of further reasons. */
  readonly more: number;
}

/** Placements that are not ready to start, by start date. */
export function readNotReady(pageNumber: number, pageSize: number, signal: AbortSignal): Promise<PageOf<NotReady>> {
  return callApi('GET', '/api/credentialing/not-ready', { query: { pageNumber, pageSize }, signal });
}

/** Saves the order of items, in one batch. */
export function saveOrder(ids: readonly string[]): Promise<unknown> {
  return callApi('POST', `${ITEMS}/updateItemOrders`, { body: { ids } });
}

/** Makes the credentialing record of a placement; returns the one that there is. */
export function buildCredentialing(placement: string): Promise<RecordData> {
  return callApi('POST', `/api/placements/${encodeURIComponent(placement)}/build-credentialing`, { body: {} });
}

/** What changes in a setup or a record. */
export interface Change {
  readonly key: string;
  readonly action: 'add' | 'change' | 'remove';
  readonly setup?: NamedRecord;
  readonly item: { readonly _id: string | null; readonly label: string };
  readonly fields: readonly { readonly field: string; readonly label: string; readonly from: unknown; readonly to: unknown }[];
}

/** The result of a change of many setups, or what it would be. */
export interface BatchResult {
  /** Setups with changes. */
  readonly setups: number;
  readonly changes: readonly Change[];
  readonly refused: readonly Refusal[];
}

/** A change of many setups, by the name of its endpoint. */
export type BatchChange =
  | {
      readonly kind: 'change-entries';
      readonly body: { readonly setups: readonly string[]; readonly match: object; readonly fields: object };
    }
  | { readonly kind: 'doc-replace'; readonly body: { readonly setups?: readonly string[]; readonly from: string; readonly to: string } }
  | {
      readonly kind: 'update';
      readonly body: { readonly setups: readonly string[]; readonly add?: readonly object[]; readonly remove?: readonly string[] };
    };

/** Changes many setups; `preview` says what would change and saves nothing. */
export function changeSetups({ kind, body }: BatchChange, preview: boolean): Promise<BatchResult> {
  return callApi('POST', `${SETUPS}/required-items-batch-${kind}`, { body: { ...body, ...(preview ? { preview: true } : {}) } });
}

/** An open record that differs from the setup that it was made from. */
export interface OpenRecord {
  readonly record: NamedRecord & { readonly credentialing_status?: string };
  readonly changes: readonly Change[];
}

/** Open records that differ from a setup. */
export function readOpenRecords(setup: string, pageNumber: number, pageSize: number, signal?: AbortSignal): Promise<PageOf<OpenRecord>> {
  const path = `${SETUPS}/${encodeURIComponent(setup)}/open-records`;
  return callApi('GET', path, { query: { pageNumber, pageSize }, ...(signal ? { signal } : {}) });
}

/** Makes the chosen changes in open records. */
export function bringAlong(
  setup: string,
  changes: readonly { readonly record: string; readonly key: string }[],
): Promise<{ readonly refused: readonly Refusal[] }> {
  return callApi('POST', `${SETUPS}/${encodeURIComponent(setup)}/bring-along`, { body: { changes } });
}
