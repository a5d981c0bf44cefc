import type { PreSaveContext } from '#engine';
import { FILLED_FIELDS } from '../../shared/message.ts';
import { findContentProblems } from '../services/template-problems.ts';

/** A template that cannot be read, or names a variable that does not exist, is refused with the problems of each field. */
export function checkTemplate(context: PreSaveContext<'templates'>): void {
  const { event, draft } = context;
  if (!event.isEdit()) return;
  const changed = event.changed();
  const fields = FILLED_FIELDS.filter((field) => event.before === undefined || changed.has(field));
  const { subject, body, body_html: html } = draft;
  const problems = findContentProblems({ subject, body, body_html: html }, fields);
  const details = problems.map(({ field, code, message }) => ({ field, code, message }));
  if (details.length > 0) context.refuse('template_invalid', { details });
}
