import type { AccessScope, Actor } from '../../access/index.ts';
import { toText, type JsonObject, type JsonValue, type RecordDocument } from '#engine/model/values';
import type { CompiledField, CompiledModule, CompiledRelation } from '#engine/model/compiled';
import { isReadable, planOf, type AccessPlan } from '../access/access-plan.ts';
import { canReadField } from '../access/project-record.ts';
import { canSeeRecord, isOwnProfile } from '../access/record-access.ts';
import type { PopulatedLink, VisibleRecord } from './read-contract.ts';
import type { ReadServices } from '../record-services.ts';
import { buildReadQuery, createUnknownFieldError } from './read-query.ts';
import { columnLinksOf, hasColumnLinks, linksOf, relationFilter, type Link, type RelationEnd } from './references.ts';

/** Maximum number of ids per read of the store. */
const CHUNK = 2000;

/**
 * Names of relate fields and relations; true for all relate fields and all relates in the entries of entry schemas; 'all' for these and the
 * relations by fields of other modules.
 */
export type PopulateNames = readonly string[] | true | 'all';

/**
 * Replaces ids with `{ _id, name, open }`: `open: false` if the reader may not open the record, `hidden` if they may
 * not even read its name. Errors: `unknown_field` for a name that is not a relation.
 */
export async function populateRecords(
  services: ReadServices,
  scope: AccessScope,
  plan: AccessPlan,
  records: readonly VisibleRecord[],
  names: PopulateNames,
): Promise<readonly VisibleRecord[]> {
  const { module } = plan;
  const relations =
    typeof names === 'object'
      ? names.map((name) => findRelation(plan, name))
      : [...module.relations.values()].filter((relation) => names === 'all' || relation.direction === 'forward');
  const forward = relations
    .filter((relation) => relation.direction === 'forward')
    .map((relation) => module.fields.get(relation.fieldName))
    .filter((field) => field !== undefined);
  const nested = typeof names !== 'object' ? [...module.fields.values()].filter(hasColumnLinks) : [];
  const shown = await projectLinks(services, scope, collectLinks(records, [...forward, ...nested]));
  const filled = records.map((record) => fillColumns(fillRecord(record, forward, shown), nested, shown));
  const reverse = relations.filter((relation) => relation.direction === 'reverse');
  return reverse.length === 0 ? filled : populateReverse(services, scope, module, filled, reverse);
}

/** See `RecordOperations.names`. */
export async function readNames(services: ReadServices, actor: Actor, links: readonly Link[]): Promise<ReadonlyMap<string, PopulatedLink>> {
  const ids = new Map<string, Set<string>>();
  for (const { module, id } of links) ids.set(module, (ids.get(module) ?? new Set()).add(id));
  return projectLinks(services, await services.access.scope(actor), ids);
}

function findRelation(plan: AccessPlan, name: string): CompiledRelation {
  const relation = plan.module.relations.get(name);
  if (relation === undefined || (relation.direction === 'forward' && !isReadable(plan, relation.fieldName)))
    throw createUnknownFieldError([name], 'There is no such relation.');
  return relation;
}

function collectLinks(records: readonly VisibleRecord[], fields: readonly CompiledField[]): Map<string, Set<string>> {
  const links = new Map<string, Set<string>>();
  for (const record of records) {
    for (const field of fields) {
      for (const { module, id } of [...linksOf(field, record[field.name]), ...columnLinksOf(field, record[field.name])]) {
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
  services: ReadServices,
  scope: AccessScope,
  links: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, PopulatedLink>> {
  const shown = new Map<string, PopulatedLink>();
  await Promise.all([...links].map(([name, ids]) => projectModuleLinks(services, scope, name, [...ids], shown)));
  return shown;
}

async function projectModuleLinks(
  services: ReadServices,
  scope: AccessScope,
  name: string,
  ids: readonly string[],
  shown: Map<string, PopulatedLink>,
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

function fillRecord(record: VisibleRecord, fields: readonly CompiledField[], shown: ReadonlyMap<string, PopulatedLink>): VisibleRecord {
  const filled: { [name: string]: JsonValue; _id: string } = { ...record };
  for (const field of fields) {
    const value = record[field.name];
    if (value === undefined) continue;
    const links = linksOf(field, value).map((link) => shown.get(`${link.module}:${link.id}`) ?? hide(link));
    if (links.length > 0) filled[field.name] = field.type.list ? links : (links[0] as JsonValue);
  }
  return filled;
}

/** Replaces the ids in the entries of these fields. */
function fillColumns(record: VisibleRecord, fields: readonly CompiledField[], shown: ReadonlyMap<string, PopulatedLink>): VisibleRecord {
  if (fields.length === 0) return record;
  const filled: { [name: string]: JsonValue; _id: string } = { ...record };
  for (const field of fields) {
    const value = record[field.name];
    if (value !== undefined) filled[field.name] = Array.isArray(value) ? value.map(fillEntry) : fillEntry(value);
    function fillEntry(entry: JsonValue): JsonValue {
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
      const links = columnLinksOf(field, entry);
      const named = field.columns.flatMap(({ name, type }): [string, JsonValue][] => {
        const own = links.filter(({ column }) => column === name).map((link) => shown.get(`${link.module}:${link.id}`) ?? hide(link));
        return own[0] === undefined ? [] : [[name, type.list ? own : own[0]]];
      });
      return { ...(entry as JsonObject), ...Object.fromEntries(named) };
    }
  }
  return filled;
}

function hide({ module, id }: Link): PopulatedLink {
  return { _id: id, module, hidden: true };
}

/** Maximum number of records shown under a reverse relation of one record; related lists page through all of them. */
const MAX_LINKS = 50;

/** Adds the records that refer to each record as links, under the name of each relation. Modules without access are omitted. */
async function populateReverse(
  services: ReadServices,
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

async function listLinks(services: ReadServices, scope: AccessScope, end: RelationEnd): Promise<readonly JsonValue[]> {
  const { other } = end;
  const { query } = buildReadQuery(services, scope, { module: other });
  const found = await services.store.find({ ...query, filter: relationFilter(query.filter, end), limit: MAX_LINKS });
  return Promise.all(
    found.map((stored) => projectLink(services, scope, other, scope.snapshot.upgradeDocument(other, stored) satisfies RecordDocument)),
  );
}

/** One linked record as the reader may see it. */
async function projectLink(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
): Promise<PopulatedLink> {
  const own = isOwnProfile(scope, module, document._id);
  const nameField = planOf(scope, module).fields.get(module.nameField);
  const readsName = own || (nameField !== undefined && !nameField.masked && canReadField(nameField, scope, document));
  if (!readsName) return { _id: document._id, module: module.name, hidden: true };
  const open = own || (!scope.rights.namesOnly(module) && (await canSeeRecord(services, scope, module, document)));
  const name = document[module.nameField];
  return { _id: document._id, module: module.name, name: toText(name), open: open && document['deleted'] !== true };
}
