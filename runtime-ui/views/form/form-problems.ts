import type { FormProblem } from '../../kit/index.ts';
import type { FormScope } from './form-context.ts';

/** The problems in the order of the form; fields that it does not show come last, with their own labels. */
export function problemsInOrder({ module, form, sections }: Pick<FormScope, 'module' | 'form' | 'sections'>): readonly FormProblem[] {
  const order = sections.flatMap((section) => section.items).map((item) => item.fieldName.split('.')[0] ?? '');
  const names = Object.keys(form.issues);
  const shown = [...new Set(order)].filter((name) => names.includes(name));
  // The name is composed of other fields; if it is missing, those fields already show a problem.
  const isMadeOfOthers = (name: string) =>
    name === module.nameField && shown.length > 0 && form.issues[name]?.every((issue) => issue.code === 'required') === true;
  const hidden = names.filter((name) => !order.includes(name) && !isMadeOfOthers(name));
  return [...shown, ...hidden].map((field) => ({
    field,
    label: module.fields.find((one) => one.fieldName === field)?.label ?? field,
    message: [...new Set((form.issues[field] ?? []).map((issue) => issue.message))].join(' '),
  }));
}

/** Number of fields with a problem, by section. */
export function countBySection({ form, sections }: Pick<FormScope, 'form' | 'sections'>): ReadonlyMap<string, number> {
  return new Map(
    sections.map((section) => [
      section.id,
      section.items.filter((item) => item.field !== undefined && form.issues[item.field.fieldName] !== undefined).length,
    ]),
  );
}
