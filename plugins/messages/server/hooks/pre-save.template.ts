import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { findUnknownVariables } from '../services/template-engine.ts';

/** Fields of a template that are rendered. */
const RENDERED = ['subject', 'body', 'body_html'] as const;

/** A template that cannot be read, or names a variable that does not exist, is refused with the problems of each field. */
export function checkTemplate(context: PreSaveContext<'templates'>): void {
  const { event, draft } = context;
  if (!event.isEdit()) return;
  const changed = event.changed();
  const details = RENDERED.flatMap((field) => {
    if (event.before !== undefined && !changed.has(field)) return [];
    const found = findUnknownVariables(toText(draft[field]));
    if ('problem' in found) return [{ field, code: found.problem.code, message: found.problem.reason }];
    return found.unknown.map((name) => ({ field, code: 'template_unknown_variable', message: `There is no variable ${name}.` }));
  });
  if (details.length > 0) context.refuse('template_invalid', { details });
}
