import type { PreSaveContext } from '#engine';
import { listInputs } from '../../shared/conditions.ts';
import { ANYONE_ROLE, EVERYONE_ROLE } from '../../shared/document.ts';
import { readData } from '../services/instances.ts';

/** A change of one of them makes a new version of an active form. */
const CONTENT = ['doc_data', 'file', 'recipient_roles', 'completeInOrder', 'related_module'] as const;

/** Counts pages and versions of a form. An active one has pages, and every input a role of the form. */
export function checkForm(context: PreSaveContext<'interactiveDocuments'>): void {
  const { event, draft } = context;
  if (event.isBulkLoad || (event.kind !== 'create' && event.kind !== 'update')) return;
  const changed = event.changed();
  const data = readData(draft.doc_data);
  if (changed.has('doc_data')) draft.page_count = data.pages.length;
  const { before } = event;
  if (before?.status === 'Active' && CONTENT.some((field) => changed.has(field))) draft.version = Number(before.version ?? 1) + 1;
  const isChecked = changed.has('status') || CONTENT.some((field) => changed.has(field));
  if (draft.status !== 'Active' || !isChecked || !event.isEdit() || event.actor.kind === 'system') return;
  if (draft.file === undefined || draft.file === null || data.pages.length === 0) context.refuse('signing_form_without_pages');
  const roles = new Set<string>([...(draft.recipient_roles ?? []), ANYONE_ROLE, EVERYONE_ROLE]);
  const unassigned = listInputs(data).filter(({ assigned_to }) => !roles.has(assigned_to));
  if (unassigned.length > 0)
    context.refuse('signing_form_incomplete', {
      details: unassigned.slice(0, 50).map(({ id, field }) => ({
        field: id,
        code: 'role_missing',
        message: `${field.label} is filled in by nobody: choose a role of the form.`,
      })),
    });
}
