import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledField, CompiledRelation, JsonValue } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import type { VisibleRecord } from '../contract.ts';
import { isKnown, type AccessPlan } from '../access/access-plan.ts';
import { linksOf, type Link } from '../save/check-relates.ts';
import { populateReverse } from './populate-reverse.ts';
import { createFieldNotVisibleError } from './read-query.ts';
import { projectLink } from './project-link.ts';

/** Maximum number of ids per read of the store. */
const CHUNK = 2000;

/** Names of relate fields and relations, or true for all relate fields. */
export type PopulateNames = readonly string[] | true;

/**
 * Replaces ids with `{ _id, name, open }`: `open: false` if the reader may not open the record, `hidden` if they may
 * not even read its name. Errors: `field_not_visible`, `validation_failed` for a name that is not a relation.
 */
export async function populateRecords(
  services: RecordServices,
  scope: AccessScope,
  plan: AccessPlan,
  records: readonly VisibleRecord[],
  names: PopulateNames,
): Promise<readonly VisibleRecord[]> {
  const { module } = plan;
  const relations =
    names === true
      ? [...module.relations.values()].filter((relation) => relation.direction === 'forward')
      : names.map((name) => findRelation(scope, plan, name));
  const forward = relations
    .filter((relation) => relation.direction === 'forward')
    .map((relation) => module.fields.get(relation.fieldName))
    .filter((field) => field !== undefined);
  const shown = await projectLinks(services, scope, collectLinks(records, forward));
  const filled = records.map((record) => fillRecord(record, forward, shown));
  const reverse = relations.filter((relation) => relation.direction === 'reverse');
  return reverse.length === 0 ? filled : populateReverse(services, scope, module, filled, reverse);
}

function findRelation(scope: AccessScope, plan: AccessPlan, name: string): CompiledRelation {
  const relation = plan.module.relations.get(name);
  if (relation === undefined || (relation.direction === 'forward' && !isKnown(plan, relation.fieldName)))
    throw new MusterError('validation_failed', {
      details: [{ field: name, code: 'unknown_field', message: 'There is no such relation.' }],
    });
  if (relation.direction === 'forward' && plan.fields.get(relation.fieldName)?.read === 'none')
    throw createFieldNotVisibleError(scope, plan.module.name, relation.fieldName);
  return relation;
}

function collectLinks(records: readonly VisibleRecord[], fields: readonly CompiledField[]): Map<string, Set<string>> {
  const links = new Map<string, Set<string>>();
  for (const record of records) {
    for (const field of fields) {
      for (const { module, id } of linksOf(field, record[field.name])) {
        const ids = links.get(module) ?? new Set();
        ids.add(id);
        links.set(module, ids);
      }
    }
  }
  return links;
}

/** What the reader may see of each linked record, by `module:id`. */
async function projectLinks(
  services: RecordServices,
  scope: AccessScope,
  links: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, JsonValue>> {
  const shown = new Map<string, JsonValue>();
  await Promise.all([...links].map(([name, ids]) => projectModuleLinks(services, scope, name, [...ids], shown)));
  return shown;
}

async function projectModuleLinks(
  services: RecordServices,
  scope: AccessScope,
  name: string,
  ids: readonly string[],
  shown: Map<string, JsonValue>,
): Promise<void> {
  const module = scope.snapshot.module(name);
  const hidden =
    module === undefined ||
    !(scope.rights.unrestricted || scope.rights.module(name).access || scope.rights.namesOnly(module) || name === 'users');
  if (hidden) return;
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const stored = await services.store.get(module.storage.name, chunk);
    for (const record of stored) {
      if (record !== undefined)
        shown.set(
          `${name}:${record.document._id}`,
          await projectLink(services, scope, module, scope.snapshot.upgradeDocument(module, record)),
        );
    }
  }
}

function fillRecord(record: VisibleRecord, fields: readonly CompiledField[], shown: ReadonlyMap<string, JsonValue>): VisibleRecord {
  const filled: { [name: string]: JsonValue; _id: string } = { ...record };
  for (const field of fields) {
    const value = record[field.name];
    if (value === undefined) continue;
    const links = linksOf(field, value).map((link) => shown.get(`${link.module}:${link.id}`) ?? hide(link));
    if (links.length > 0) filled[field.name] = field.type.list ? links : (links[0] as JsonValue);
  }
  return filled;
}

function hide({ module, id }: Link): JsonValue {
  return { _id: id, module, hidden: true };
}
