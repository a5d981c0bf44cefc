import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { linksOf, type UnitReader } from '../../../records/index.ts';
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
    const field = module.fields.get(relation.fieldName);
    for (const { module: name, id } of field === undefined ? [] : linksOf(field, record[relation.fieldName]))
      if (isValue((await reader.get(name, id))?.[condition.field], wanted)) return true;
    return false;
  }
  const [other] = relation.modules;
  if (other === undefined) return false;
  const target = relation.flex ? { module: module.name, id: record._id } : record._id;
  const found = await reader.find(other, { [relation.fieldName]: target }, { limit: MAX_RELATED });
  return found.some((one) => isValue(one[condition.field], wanted));
}
