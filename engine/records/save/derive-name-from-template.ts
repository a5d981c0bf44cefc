import {
  fieldContext,
  fillNameTemplate,
  type CompiledField,
  type CompiledModule,
  type JsonValue,
  type NameTemplate,
  type RecordDocument,
  type RecordDraft,
} from '#engine/model';
import { linksOf } from './check-relates.ts';
import type { SaveAttempt } from './save-request.ts';

/**
 * Sets the name of a record without a name from its module's template, which can contain the names of related records.
 * A derived name is updated when its fields change; a name that a user typed stays. Returns whether the name changed.
 */
export async function deriveNameFromTemplate(
  attempt: SaveAttempt,
  module: CompiledModule,
  template: NameTemplate,
  input: { readonly draft: RecordDraft; readonly before: RecordDocument | undefined; readonly changed: ReadonlySet<string> },
): Promise<boolean> {
  const { draft, before, changed } = input;
  const own = draft['name'];
  if (own !== undefined) {
    if (before === undefined || changed.has('name') || !template.fields.some((name) => changed.has(name))) return false;
    if (own !== (await makeName(attempt, module, template, before))) return false;
  }
  const name = await makeName(attempt, module, template, draft);
  if (name === own) return false;
  if (name === undefined) delete draft['name'];
  else draft['name'] = name;
  return true;
}

async function makeName(
  attempt: SaveAttempt,
  module: CompiledModule,
  template: NameTemplate,
  record: RecordDraft | RecordDocument,
): Promise<string | undefined> {
  const texts = new Map<string, string>();
  for (const name of template.fields) {
    const field = module.fields.get(name);
    if (field !== undefined) texts.set(name, await readText(attempt, field, record[name]));
  }
  return fillNameTemplate(template, (name) => texts.get(name) ?? '');
}

async function readText(attempt: SaveAttempt, field: CompiledField, value: JsonValue | undefined): Promise<string> {
  if (value === undefined || value === null) return '';
  const [link] = linksOf(field, value);
  const { snapshot } = attempt.scope;
  if (link === undefined)
    return field.type.format(
      value,
      fieldContext(field, (name) => snapshot.modules.has(name)),
    );
  const other = snapshot.module(link.module);
  // A sensitive name is not copied into another name.
  if (other === undefined || other.fields.get(other.nameField)?.definition.sensitive === true) return '';
  const [record] = await attempt.unit.load(other, [link.id]);
  const name = record?.document[other.nameField];
  return typeof name === 'string' ? name : '';
}
