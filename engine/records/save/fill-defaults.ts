import type { CompiledModule, RecordDocument, RecordDraft } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import { metadataOf } from '../module-metadata.ts';

/** Sets the defaults of a new record for fields that its body does not contain; an explicit null or [] stays. */
export function fillDefaults(module: CompiledModule, draft: RecordDraft, given: { has(name: string): boolean }): void {
  for (const { field, value } of metadataOf(module).defaults) if (!given.has(field.name)) draft[field.name] = value;
}

/** Sets the auto-increment numbers of a new record. Errors: of the store. */
export async function fillNumbers(services: RecordServices, module: CompiledModule, draft: RecordDraft): Promise<void> {
  for (const field of metadataOf(module).autoIncrements) {
    if (draft[field.name] === undefined) draft[field.name] = await services.store.reserveNumbers(`${module.id}.${field.id}`, 1);
  }
}

/**
 * Derives an absent name: a person's from first and last name, any other from the field that names the module's records
 * (`fieldForName`). A derived name is updated when they change. Returns whether the name changed.
 */
export function deriveName(
  module: CompiledModule,
  draft: RecordDraft,
  before: RecordDocument | undefined,
  changed: ReadonlySet<string>,
): boolean {
  const nameOf = metadataOf(module).deriveName;
  if (!nameOf) return false;
  const own = draft['name'];
  const wasMade = before !== undefined && !changed.has('name') && own === nameOf(before);
  if (own !== undefined && !wasMade) return false;
  const name = nameOf(draft);
  if (name === own) return false;
  if (name === undefined) delete draft['name'];
  else draft['name'] = name;
  return true;
}
