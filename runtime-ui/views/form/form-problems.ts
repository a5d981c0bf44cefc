import type { FieldView } from '#engine/model/wire';
import { entryColumnsOf, type FieldIssue } from '../../headless/index.ts';
import { t, type FormProblem } from '../../kit/index.ts';
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
  return [...shown, ...hidden].map((name) => {
    const field = module.fields.find((one) => one.fieldName === name);
    return {
      field: name,
      label: field?.label ?? name,
      message: [...new Set((form.issues[name] ?? []).map((issue) => messageOf(field, issue)))].join(' '),
    };
  });
}

/** The message of a problem; of a value in an entry, with its row and column. */
function messageOf(field: FieldView | undefined, { path, message }: FieldIssue): string {
  const [first = '', second] = path.split('.');
  const isOfObject = second === undefined || field?.inputType === 'Object';
  const column = field && entryColumnsOf(field).find(({ fieldName }) => fieldName === (isOfObject ? first : second));
  if (column === undefined) return message;
  if (isOfObject) return t('views.fields.partProblem', { part: column.label, message });
  return t('views.fields.cellProblem', { column: column.label, number: Number(first) + 1, message });
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
