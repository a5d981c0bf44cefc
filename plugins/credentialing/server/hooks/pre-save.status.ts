import type { PreSaveContext } from '#engine';
import { today, type JsonObject, type JsonValue } from '#engine/model';
import { BUILD_SOURCE } from '../../shared/build.ts';
import { findDefaultExpiration } from '../../shared/document-expiration.ts';
import { DONE_STATUSES, isAmong } from '../../shared/item.ts';

type Context = PreSaveContext<'credentialingRequiredItems'>;

/**
 * Keeps an item of a record consistent with its status: whether it is completed, its approval with its dates, and when it was submitted. An
 * item that is marked as completed is approved; one that is marked as not completed is open again.
 */
export function applyStatus(context: Context): void {
  const { event, draft } = context;
  if (event.changeSource === 'undo' || event.changeSource === BUILD_SOURCE) return;
  if (draft.status === 'Submitted') draft.submitted_at ??= now(context);
  if (!event.isEdit() || event.isBulkLoad || (draft.relatedCredentialingRecord ?? '') === '') return;
  followCompleted(context);
  if (!event.changed().has('status') || (event.kind === 'create' && draft.status === 'Open')) return;
  draft.completed = isAmong(DONE_STATUSES, draft.status);
  if (draft.status === 'Submitted') submit(context);
  if (draft.status === 'Approved') approve(context);
  draft.completionDetails = { ...describe(context), approvalStatus: draft.status ?? 'Open' };
}

function now({ clock }: Context): string {
  return new Date(clock.now()).toISOString();
}

function followCompleted({ event, draft }: Context): void {
  const changed = event.changed();
  const isDone = isAmong(DONE_STATUSES, draft.status);
  const isFree = event.kind === 'create' ? draft.status === 'Open' : !changed.has('status');
  if (!isFree || !changed.has('completed') || (draft.completed === true) === isDone) return;
  draft.status = draft.completed === true ? 'Approved' : 'Open';
}

/** What was handed in replaces what has expired: its end is no longer known. */
function submit(context: Context): void {
  const { event, draft } = context;
  draft.submitted_at = now(context);
  const isOld = (draft.expiration_date ?? '') !== '' && (draft.expiration_date ?? '') < today(context);
  if (event.before?.status === 'Expired' && isOld && !event.changed().has('expiration_date')) draft.expiration_date = null;
}

/** An item that expires needs its end, else nobody would be reminded: that of its document type by default. */
function approve(context: Context): void {
  const { draft, setting, refuse } = context;
  draft.review_note = null;
  if (draft.requires_exp_date !== true || (draft.expiration_date ?? '') !== '') return;
  const end = findDefaultExpiration(setting('document-type-expirations'), draft.document_type ?? undefined, today(context));
  if (end !== undefined) {
    draft.expiration_date = end;
    return;
  }
  const message = 'Enter the date on which it expires.';
  refuse('expiration_missing', { message, details: [{ field: 'expiration_date', code: 'expiration_missing', message }] });
}

/** The approval: who decided and when, what was handed in, and until when it is valid. */
function describe(context: Context): JsonObject {
  const { event, draft } = context;
  const { dateCompleted, actionValue, ...details } = (draft.completionDetails ?? {}) as JsonObject;
  const isDecided = draft.status !== 'Submitted' && draft.status !== 'Open' && draft.status !== 'Expired';
  const entered = draft.response_date ?? actionValue;
  const date = draft.status === 'Submitted' ? today(context) : (dateCompleted ?? today(context));
  const optional: readonly (readonly [string, JsonValue | undefined])[] = [
    ['dateCompleted', draft.status === 'Open' ? undefined : date],
    ['actionValue', entered],
    ['expirationDate', draft.expiration_date ?? undefined],
    ['documentLink', (draft.document ?? '') === '' ? undefined : { link: draft.document ?? '' }],
    ['notes', draft.status === 'Needs Correction' ? (draft.review_note ?? undefined) : undefined],
    ['decidedAt', isDecided ? now(context) : undefined],
    ['decidedBy', isDecided ? event.actor.userId : undefined],
  ];
  const named = new Set(optional.map(([name]) => name));
  const others = Object.entries(details).filter(([name]) => !named.has(name));
  const set = optional.filter((one): one is readonly [string, JsonValue] => one[1] !== undefined);
  return Object.fromEntries([...others, ...set]);
}
