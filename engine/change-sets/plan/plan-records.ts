import type { DefinitionChange, DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import { getFieldType } from '#engine/model/field-types';
import { fieldContext } from '#engine/model/keys';
import { INPUT_TYPES, isCalculated, type FieldDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { PlannedRecords, ValueChoice } from '#engine/model/wire';
import { countAll, countFieldUses, countOptionUses, scanRecords, type RecordReader } from '../removals/count-uses.ts';
import type { EqualValues } from '../removals/equal-values.ts';
import { listRemovedParts, type RemovedField } from '../removals/removed-parts.ts';
import { listChangedFields } from './changed-fields.ts';
import { planRequired } from './plan-required.ts';

const WHOLE: readonly ValueChoice[] = ['keep', 'clear'];
const OPTION: readonly ValueChoice[] = ['keep', 'clear', 'map'];

/** The records that a change removes values of, that lack what it requires, or that have equal values; counted in the store. */
export async function planRecords(
  records: RecordReader,
  review: PublishReview,
  equal: readonly EqualValues[],
  now: number,
): Promise<readonly PlannedRecords[]> {
  const { modules, fields, options } = listRemovedParts(review);
  const planned: PlannedRecords[] = [];
  const none = { field: null, column: null, value: null };
  for (const module of modules) {
    const counted = await countAll(records, module);
    planned.push({ module: module.name, ...none, id: module.id, reason: 'module', ...counted, choices: WHOLE });
  }
  for (const removed of fields) {
    const { module, field } = removed;
    const counted = await countFieldUses(records, removed);
    const place = { module: module.name, field: field.name, column: null, value: null, id: field.definition.id };
    planned.push({ ...place, reason: 'field', ...counted, choices: WHOLE });
  }
  for (const option of options) {
    const { module, field, column, value } = option;
    const counted = await countOptionUses(records, option);
    const place = { module: module.name, field: field.name, column: column?.path ?? null, value, id: field.definition.id };
    planned.push({ ...place, reason: 'option', ...counted, choices: OPTION });
  }
  for (const changed of listChangedFields(review)) planned.push(...(await planRequired(records, changed, review, now)));
  for (const { changed, count, examples } of equal) {
    const place = { module: changed.module.name, field: changed.after.name, column: null, value: null, id: changed.after.definition.id };
    planned.push({ ...place, reason: 'unique', count, examples, choices: [] });
  }
  return planned.filter(({ count }) => count > 0);
}

/**
 * Records whose value the new type of a field does not accept and that nothing converts. They are looked for also if the change of the
 * type is refused, so that the admin sees what a new field could not take over.
 */
export async function planTypeChanges(
  records: RecordReader,
  changes: readonly DefinitionChange[],
  before: DefinitionSnapshot,
  converted: ReadonlySet<string>,
): Promise<readonly PlannedRecords[]> {
  const planned: PlannedRecords[] = [];
  for (const { module, field, after } of listRetyped(changes, before)) {
    if (converted.has(after.id)) continue;
    const type = getFieldType(after.inputType);
    const context = { ...fieldContext(field, (name) => before.modules.has(name)), field: after };
    const counted = await scanRecords(
      records,
      { module, field },
      (value) => !asOther(value).some((one) => type.normalize(one, context).ok),
    );
    const place = { module: module.name, field: field.name, column: null, value: null, id: after.id };
    if (counted.count > 0) planned.push({ ...place, reason: 'type', ...counted, choices: [] });
  }
  return planned;
}

/** A value, and what it is as a number or as a text. */
function asOther(value: JsonValue): readonly JsonValue[] {
  if (typeof value === 'number') return [value, String(value)];
  const isNumber = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  return isNumber ? [value, Number(value)] : [value];
}

/** Fields of active modules that get another type. A definition of a draft may have anything instead of fields. */
function listRetyped(
  changes: readonly DefinitionChange[],
  before: DefinitionSnapshot,
): readonly (RemovedField & { readonly after: FieldDefinition })[] {
  return changes.flatMap(({ kind, id, after }) => {
    const module = kind === 'module' ? [...before.modules.values()].find((one) => one.id === id) : undefined;
    const fields = (after as { readonly fields?: unknown } | null)?.fields;
    if (module === undefined || !Array.isArray(fields)) return [];
    return (fields as readonly (FieldDefinition | null)[]).flatMap((now) => {
      const field = [...module.fields.values()].find(({ definition }) => definition.id === now?.id);
      const isRetyped =
        field !== undefined && INPUT_TYPES.some((type) => type === now?.inputType) && field.definition.inputType !== now?.inputType;
      // Calculated values are calculated again.
      return isRetyped && now !== null && !isCalculated(now) ? [{ module, field, after: now }] : [];
    });
  });
}
