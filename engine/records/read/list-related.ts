import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { CompiledModule, CompiledRelation } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { isReadable, planOf } from '../access/access-plan.ts';
import { canReadField } from '../access/project-record.ts';
import { canSeeRecord, getReadableModule, loadRecord } from '../access/record-access.ts';
import type { FindResult, RelatedInput } from './read-contract.ts';
import type { ReadServices } from '../record-services.ts';
import { projectRecords } from './find-records.ts';
import { buildReadQuery, createUnknownFieldError } from './read-query.ts';
import { linksOf, relationFilter, type Link } from './references.ts';
import { rethrowWithCostlyFields } from './rethrow-with-costly-fields.ts';

/** A record, and the relation to list. */
interface RelationStart {
  readonly scope: AccessScope;
  readonly module: CompiledModule;
  readonly document: RecordDocument;
  readonly relation: CompiledRelation;
  /** The targets of a forward relation. */
  readonly links: readonly Link[];
}

/**
 * A page of the records that one record is related to. Both sides are limited to what the reader may see. A FlexRelate
 * with several target modules returns records of the module that its first link points to.
 */
export async function listRelated(
  services: ReadServices,
  actor: Actor,
  input: RelatedInput,
): Promise<FindResult & { readonly module: string }> {
  const scope = await services.access.scope(actor);
  const start = await openRelation(services, scope, input);
  const { relation, links, module } = start;
  const other = getReadableModule(scope, (relation.flex ? links[0]?.module : undefined) ?? relation.modules[0] ?? module.name);
  assertRelationVisible(start, other);
  const { query, warnings } = buildReadQuery(services, scope, { module: other, filter: input.filter, sort: input.sort });
  const storeQuery = {
    ...query,
    filter: followRelation(start, other, query.filter),
    offset: input.offset ?? 0,
    limit: input.limit ?? other.pageSize,
  };
  const page = await services.store
    .page(storeQuery, input.totalLimit === undefined ? {} : { totalLimit: input.totalLimit })
    .catch(rethrowWithCostlyFields(scope, other, query));
  const data = await projectRecords(services, scope, planOf(scope, other), page.records, input);
  return { module: other.name, data, total: page.total, totalIsExact: page.totalIsExact, warnings };
}

const NO_RELATION = 'There is no such relation.';

async function openRelation(services: ReadServices, scope: AccessScope, input: RelatedInput): Promise<RelationStart> {
  const module = getReadableModule(scope, input.module);
  const relation = module.relations.get(input.relation);
  if (relation === undefined || (relation.direction === 'forward' && !isReadable(planOf(scope, module), relation.fieldName)))
    throw createUnknownFieldError([input.relation], NO_RELATION);
  const document = await loadRecord(services, scope, module, input.id);
  if (document === undefined || scope.rights.namesOnly(module) || !(await canSeeRecord(services, scope, module, document)))
    throw new MusterError('record_not_found');
  const field = relation.direction === 'forward' ? module.fields.get(relation.fieldName) : undefined;
  return { scope, module, document, relation, links: field === undefined ? [] : linksOf(field, document[field.name]) };
}

/**
 * The field of the relation must be visible: on this record for a forward relation, on all records of the other module
 * for a reverse one.
 */
function assertRelationVisible({ scope, module, document, relation }: RelationStart, other: CompiledModule): void {
  if (relation.direction === 'reverse') {
    if (!scope.rights.canFilter(other, relation.fieldName)) throw createUnknownFieldError([relation.name], NO_RELATION);
    return;
  }
  const plan = planOf(scope, module).fields.get(relation.fieldName);
  if (plan === undefined || !canReadField(plan, scope, document)) throw createUnknownFieldError([relation.name], NO_RELATION);
}

function followRelation({ module, document, relation, links }: RelationStart, other: CompiledModule, filter: FilterNode): FilterNode {
  if (relation.direction === 'reverse') return relationFilter(filter, { module, id: document._id, relation, other });
  return allOf([filter, { kind: 'ids', ids: links.filter((link) => link.module === other.name).map((link) => link.id) }]);
}
