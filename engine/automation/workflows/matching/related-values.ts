import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { UnitReader } from '../../../records/index.ts';
import { isValue, type RelatedCondition } from './compile-condition.ts';

/** Related records that a condition reads of a relation to many. */
const MAX_RELATED = 1000;

/** Whether a record of a relation has the value of a condition. A relation that is gone has no records. */
export async function relatedContains(
  reader: UnitReader,
  module: CompiledModule,
  record: RecordDocument,
  condition: RelatedCondition,
): Promise<boolean> {
  const relation = module.relations.get(condition.relation);
  if (relation === undefined) return false;
  const wanted = condition.value as JsonValue;
  if (relation.direction === 'forward') {
    for (const { module: name, id } of linksOf(record[relation.fieldName], relation.modules[0]))
      if (isValue((await reader.get(name, id))?.[condition.field], wanted)) return true;
    return false;
  }
  const [other] = relation.modules;
  if (other === undefined) return false;
  const target = relation.flex ? { module: module.name, id: record._id } : record._id;
  const found = await reader.find(other, { [relation.fieldName]: target }, { limit: MAX_RELATED });
  return found.some((one) => isValue(one[condition.field], wanted));
}

/** A link to a record. */
export interface RecordLink {
  readonly module: string;
  readonly id: string;
}

/** The records that the value of a relate field points to; `module` is that of a Relate, which contains ids only. */
export function linksOf(value: JsonValue | undefined, module: string | undefined): readonly RecordLink[] {
  if (typeof value === 'string') return module === undefined ? [] : [{ module, id: value }];
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((one) => linksOf(one, module));
  if (typeof value !== 'object' || value === null) return [];
  const { module: named, id } = value as { readonly module?: JsonValue; readonly id?: JsonValue };
  return typeof named === 'string' && typeof id === 'string' ? [{ module: named, id }] : [];
}
