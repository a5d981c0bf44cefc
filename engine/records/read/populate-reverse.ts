import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule, CompiledRelation, JsonValue, RecordDocument } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { buildReadQuery } from './read-query.ts';
import { relationFilter, type RelationEnd } from './relation-filter.ts';
import { projectLink } from './project-link.ts';

/** Maximum number of records shown under a reverse relation of one record; related lists page through all of them. */
const MAX_LINKS = 50;

/** Adds the records that refer to each record as links, under the name of each relation. Modules without access are omitted. */
export async function populateReverse(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  records: readonly VisibleRecord[],
  relations: readonly CompiledRelation[],
): Promise<readonly VisibleRecord[]> {
  return Promise.all(
    records.map(async (record) => {
      const filled: { [name: string]: JsonValue; _id: string } = { ...record };
      for (const relation of relations) {
        const other = scope.snapshot.module(relation.modules[0] ?? '');
        if (other !== undefined && canReadRelation(scope, other, relation))
          filled[relation.name] = await listLinks(services, scope, { module, other, relation, id: record._id });
      }
      return filled;
    }),
  );
}

function canReadRelation(scope: AccessScope, other: CompiledModule, relation: CompiledRelation): boolean {
  return (scope.rights.unrestricted || scope.rights.module(other.name).access) && scope.rights.canFilter(other, relation.fieldName);
}

async function listLinks(services: RecordServices, scope: AccessScope, end: RelationEnd): Promise<readonly JsonValue[]> {
  const { other } = end;
  const { query } = buildReadQuery(services, scope, { module: other });
  const found = await services.store.find({ ...query, filter: relationFilter(query.filter, end), limit: MAX_LINKS });
  return Promise.all(
    found.map((stored) => projectLink(services, scope, other, scope.snapshot.upgradeDocument(other, stored) satisfies RecordDocument)),
  );
}
