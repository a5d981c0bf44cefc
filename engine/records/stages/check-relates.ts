import type { ErrorDetail } from '../../errors/index.ts';
import type { CompiledField, CompiledModule, JsonValue, RecordDocument, RecordDraft } from '#engine/model';
import type { SaveAttempt } from './save-request.ts';

/** An id that a field points to, in a module. */
export interface Link {
  readonly module: string;
  readonly id: string;
}

/** The records that a field's value points to, in order. */
export function linksOf(field: CompiledField, value: JsonValue | undefined): readonly Link[] {
  if (value === undefined || value === null) return [];
  const target = field.refs[0] ?? '';
  switch (field.definition.inputType) {
    case 'Relate': return typeof value === 'string' ? [{ module: target, id: value }] : [];
    case 'MultiRelate': return Array.isArray(value) ? value.map((id: JsonValue) => ({ module: target, id: id as string })) : [];
    case 'FlexRelate': return [value as unknown as Link];
    case 'MultiFlexRelate': return value as unknown as readonly Link[];
    default: return [];
  }
}

/**
 * Finds the changed relates that point to no record of the right module, or to a deleted one. What a list held before is
 * not looked at again. Reads each module once.
 */
export async function checkRelates(attempt: SaveAttempt, module: CompiledModule, draft: RecordDraft, changed: Iterable<string>, before: RecordDocument | undefined): Promise<ErrorDetail[]> {
  const wanted = new Map<string, Map<string, string>>();
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field === undefined || field.system) continue;
    const held = field.type.list ? linksOf(field, before?.[name]) : [];
    for (const { module: target, id } of linksOf(field, draft[name])) {
      if (held.some((link) => link.id === id && link.module === target)) continue;
      const ids = wanted.get(target) ?? new Map<string, string>();
      ids.set(id, name);
      wanted.set(target, ids);
    }
  }
  if (wanted.size === 0) return [];
  const found = await Promise.all([...wanted].map(([target, ids]) => checkTargets(attempt, target, ids)));
  return found.flat();
}

async function checkTargets(attempt: SaveAttempt, name: string, fieldsById: ReadonlyMap<string, string>): Promise<ErrorDetail[]> {
  const target = attempt.scope.snapshot.module(name);
  const ids = [...fieldsById.keys()];
  const records = target === undefined ? [] : await attempt.unit.load(target, ids);
  return ids.flatMap((id, index) => {
    const record = records[index];
    if (record !== undefined && record.document['deleted'] !== true) return [];
    return [{ field: fieldsById.get(id) ?? '', code: 'record_not_found', message: `There is no such record among ${target?.label ?? 'the modules'}.` }];
  });
}
