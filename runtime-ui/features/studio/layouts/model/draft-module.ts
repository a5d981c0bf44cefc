import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { toFieldView } from '../../fields/use-published-view.ts';

/** A field that is not published yet: nothing is stored, so that lists cannot use it. */
function toView(field: FieldDefinition): FieldView {
  return { ...toFieldView(field), sortable: false, filterable: false, operators: [] };
}

/** A module as it is published, with the fields that a draft of its definition adds, changes and removes. */
export function withDraftFields(
  module: ModuleView,
  draft: ModuleDefinition | undefined,
  effective: ModuleDefinition | undefined,
): ModuleView {
  if (draft === undefined || effective === undefined || draft === effective) return module;
  const drafts = new Map(draft.fields.map((field) => [field.id, field]));
  const before = new Map(effective.fields.map((field) => [field.id, field]));
  const remaining = module.fields
    .filter(({ id }) => !before.has(id) || drafts.has(id))
    .map((view) => {
      const field = drafts.get(view.id);
      return field === undefined || JSON.stringify(field) === JSON.stringify(before.get(view.id)) ? view : { ...view, ...toShown(field) };
    });
  const known = new Set(module.fields.map(({ id }) => id));
  const added = draft.fields.filter(({ id, internal }) => !before.has(id) && !known.has(id) && internal !== true).map(toView);
  return { ...module, fields: [...remaining, ...added] };
}

/** The properties of a changed field that the canvas shows. */
function toShown({ fieldName, label, inputType, required, deleted, dropdown }: FieldDefinition): Partial<FieldView> {
  return {
    fieldName,
    label,
    inputType,
    required: required ?? false,
    deleted: deleted ?? false,
    ...(dropdown === undefined ? {} : { dropdown }),
  };
}
