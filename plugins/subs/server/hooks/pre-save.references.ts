import type { PreSaveContext } from '#engine';
import { isFilled } from '../../shared/is-filled.ts';
import { refuseAtFields } from '../services/refuse-at-fields.ts';

/** The text is the specification's own. */
const TEXT = 'Alls subs require a related account and job. Please set them.';
const REFERENCES = ['accounts_subs', 'jobs_subs'] as const;

/** A sub is of a job and of an account. One that came before the rule is left alone until it moves on, or would lose one of them. */
export function requireReferences(context: PreSaveContext<'subs'>): void {
  const { event, draft } = context;
  const missing = REFERENCES.filter((field) => !isFilled(draft[field]));
  if (missing.length === 0 || !event.isEdit()) return;
  const changed = event.changed();
  if (event.kind === 'create' || changed.has('status') || missing.some((field) => changed.has(field))) refuseAtFields(context, 'sub_needs_account_and_job', TEXT, missing);
}
