import type { PreSaveContext } from '#engine';
import { isFilled } from '../../shared/is-filled.ts';
import { refuseAtFields } from '../services/refuse-at-fields.ts';

/** The text is defined by the specification. */
const TEXT = 'Alls subs require a related account and job. Please set them.';
const REFERENCES = ['accounts_subs', 'jobs_subs'] as const;

/**
 * Requires a job and an account. A sub that was saved before the rule existed is not checked until its status changes
 * or it loses one of them.
 */
export function requireReferences(context: PreSaveContext<'subs'>): void {
  const { event, draft } = context;
  const missing = REFERENCES.filter((field) => !isFilled(draft[field]));
  if (missing.length === 0 || !event.isEdit()) return;
  const changed = event.changed();
  if (event.kind === 'create' || changed.has('status') || missing.some((field) => changed.has(field)))
    refuseAtFields(context, 'sub_needs_account_and_job', TEXT, missing);
}
