import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { allOf, type FilterNode, type RecordDocument } from '#engine/model';
import type { FindResult, RelatedInput } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { planOf } from '../stages/access-plan.ts';
import { linksOf } from '../stages/check-relates.ts';
import { readsField } from '../stages/project-record.ts';
import { loadRecord, reachModule, seesRecord } from '../stages/reach-module.ts';
import { showRecords } from '../stages/read-page.ts';
import { buildReadQuery, refuseField } from '../stages/read-query.ts';
import { relationFilter } from '../stages/relation-filter.ts';

/**
 * A page of the records that one record is related to, within what the reader sees of both. A FlexRelate that may point
 * to several modules answers the module that this record points to (its first).
 */
export async function listRelated(kernel: RecordKernel, actor: Actor, input: RelatedInput): Promise<FindResult & { readonly module: string }> {
  const scope = await kernel.access.scope(actor);
  const module = reachModule(scope, input.module);
  const relation = module.relations.get(input.relation);
  if (relation === undefined) throw new MusterError('validation_failed', { details: [{ field: input.relation, code: 'unknown_field', message: 'There is no such relation.' }] });
  const document = await loadRecord(kernel, scope, module, input.id);
  if (document === undefined || scope.rights.namesOnly(module) || !(await seesRecord(kernel, scope, module, document))) throw new MusterError('record_not_found');
  const held = relation.direction === 'forward' ? linksOf(module.fields.get(relation.fieldName) as never, document[relation.fieldName]) : [];
  const other = reachModule(scope, (relation.flex ? held[0]?.module : undefined) ?? relation.modules[0] ?? module.name);
  assertRelationVisible();
  const { query, warnings } = buildReadQuery(kernel, scope, { module: other, filter: input.filter, sort: input.sort });
  const page = await kernel.store.page({ ...query, filter: narrow(query.filter), offset: input.offset ?? 0, limit: input.limit ?? other.pageSize });
  const data = await showRecords(kernel, scope, planOf(scope, other), page.records, {});
  return { module: other.name, data, total: page.total, totalIsExact: page.totalIsExact, warnings };

  function assertRelationVisible(): void {
    if (relation?.direction === 'reverse') {
      if (!scope.rights.canFilter(other, relation.fieldName)) throw refuseField(scope, other.name, relation.fieldName, input.relation);
      return;
    }
    const plan = planOf(scope, module).fields.get(relation?.fieldName ?? '');
    if (plan === undefined || !readsField(plan, scope, document as RecordDocument)) throw refuseField(scope, module.name, input.relation);
  }

  function narrow(filter: FilterNode): FilterNode {
    if (relation?.direction === 'reverse') return relationFilter(filter, { module, id: input.id, relation, other });
    return allOf([filter, { kind: 'ids', ids: held.filter((link) => link.module === other.name).map((link) => link.id) }]);
  }
}

