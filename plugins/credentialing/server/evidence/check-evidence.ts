import type { PreSaveContext } from '#engine';
import { addDays, toText, today } from '#engine/model';
import { isNpi, normalizeNumber } from '../../shared/reading.ts';

type Context = PreSaveContext<'evidenceChecks'>;

/** Completes a check with its day, who made it and the day of the next one, and refuses a wrong provider number and impossible days. */
export function checkEvidence(context: Context): void {
  const { event, draft } = context;
  const changed = event.changed() as ReadonlySet<string>;
  draft.number_key = normalizeNumber(toText(draft.number)) || null;
  if (!event.isEdit()) return;
  if (event.kind === 'create') {
    draft.checked_on ??= today(context);
    draft.checked_by ??= event.actor.userId ?? null;
  }
  if (draft.kind === 'NPI' && (event.kind === 'create' || changed.has('number') || changed.has('kind'))) checkNumber(context);
  const checked = toText(draft.checked_on);
  if (checked > today(context)) refuseAt(context, 'checked_on', 'evidence_in_future');
  // A corrected day moves the next check, unless that is entered too.
  const isDue = event.kind === 'create' ? toText(draft.recheck_on) === '' : changed.has('checked_on') && !changed.has('recheck_on');
  if (isDue && checked !== '') draft.recheck_on = addDays(checked, Number(context.setting('evidence_recheck_days')));
  if (toText(draft.recheck_on) !== '' && toText(draft.recheck_on) < checked) refuseAt(context, 'recheck_on', 'evidence_recheck_early');
}

function checkNumber(context: Context): void {
  const number = normalizeNumber(toText(context.draft.number));
  if (number === '') refuseAt(context, 'number', 'evidence_npi_missing');
  if (!isNpi(number)) refuseAt(context, 'number', 'evidence_npi_invalid');
  context.draft.number = number;
}

/** Texts of the errors, which are repeated at their fields. */
const TEXTS = {
  evidence_in_future: 'A check cannot be in the future.',
  evidence_recheck_early: 'The next check cannot be before this one.',
  evidence_npi_missing: 'Enter the national provider identifier that was checked.',
  evidence_npi_invalid:
    'This is no national provider identifier: it has ten digits, the first one is 1 or 2, and the last one must fit the others.',
} as const;

/** The errors of evidence, for the manifest. */
export const EVIDENCE_ERRORS = Object.fromEntries(
  Object.entries(TEXTS).map(([code, text]) => [code, { status: 422, isPublic: true, text }] as const),
);

function refuseAt({ refuse }: Pick<Context, 'refuse'>, field: string, code: keyof typeof TEXTS): never {
  const message = TEXTS[code];
  return refuse(code, { message, details: [{ field, code, message }] });
}
