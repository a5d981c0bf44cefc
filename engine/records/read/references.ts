import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { allOf, MATCH_NONE, type FilterNode } from '#engine/model/filter';
import type { CompiledField, CompiledModule, CompiledRelation } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { canSeeRecord, getReadableModule, loadRecord } from '../access/record-access.ts';
import { fillLinkKeys } from '../links/fill-link-keys.ts';
import type { ReadServices } from '../record-services.ts';
import { deletedNode } from './read-query.ts';

/** The module and id of a record that a field refers to. */
export interface Link {
  readonly module: string;
  readonly id: string;
}

/** The records that a field's value refers to, in order. */
export function linksOf(field: CompiledField, value: JsonValue | undefined): readonly Link[] {
  if (value === undefined || value === null) return [];
  const target = field.refs[0] ?? '';
  switch (field.definition.inputType) {
    case 'Relate':
      return typeof value === 'string' ? [{ module: target, id: value }] : [];
    case 'MultiRelate':
      return Array.isArray(value) ? value.map((id: JsonValue) => ({ module: target, id: id as string })) : [];
    case 'FlexRelate':
      return [value as unknown as Link];
    case 'MultiFlexRelate':
      return value as unknown as readonly Link[];
    default:
      return [];
  }
}

/** A record that a value of a column refers to, and the path of the value in its field: '2.person', 'person' in an Object. */
export interface ColumnLink extends Link {
  readonly path: string;
  readonly column: string;
}

/** Whether the entries of a field refer to records. */
export function hasColumnLinks(field: CompiledField): boolean {
  return field.columns.some(({ refs }) => refs.length > 0);
}

/** The records that the entries of a field's value refer to, in order. */
export function columnLinksOf(field: CompiledField, value: JsonValue | undefined): readonly ColumnLink[] {
  if (!hasColumnLinks(field)) return [];
  const isList = Array.isArray(value);
  return [value].flat().flatMap((entry, index) =>
    field.columns.flatMap((column): readonly ColumnLink[] => {
      if (typeof entry !== 'object' || entry === null) return [];
      const path = isList ? `${index}.${column.name}` : column.name;
      const cell = (entry as JsonObject)[column.name];
      return linksOf(column, cell).map((link) => ({ ...link, path, column: column.name }));
    }),
  );
}

/** A field of a module whose records may refer to a given module. */
export interface Reference {
  readonly module: CompiledModule;
  readonly field: CompiledField;
  /** The columns of its entries that refer to the module; empty: the field itself does. */
  readonly columns: readonly CompiledField[];
}

const RELATING: ReadonlySet<string> = new Set(['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate']);

/** All fields that may refer to a module. The creator and the last editor of a record are history and do not count. */
export function referencesTo(scope: AccessScope, module: CompiledModule): readonly Reference[] {
  const references: Reference[] = [];
  for (const other of scope.snapshot.modules.values()) {
    for (const field of other.fields.values()) {
      if (field.system) continue;
      const columns = field.linksKey === undefined ? [] : field.columns.filter((column) => isReference(column, module));
      if (columns.length > 0 || isReference(field, module)) references.push({ module: other, field, columns });
    }
  }
  return references;
}

/** Internal fields of plugins do not count: they are cleared when the record is removed. */
export function countsAsDependent({ field }: Reference): boolean {
  return field.definition.internal !== true;
}

function isFlex(field: CompiledField): boolean {
  return field.type.comparison === 'flex';
}

function isReference(field: CompiledField, module: CompiledModule): boolean {
  return RELATING.has(field.definition.inputType) && (field.refs.includes(module.name) || (isFlex(field) && field.refs.length === 0));
}

/** Filter for the records that refer to one record by a field or by its entries. */
export function buildReferenceFilter({ field, columns }: Reference, module: CompiledModule, id: string): FilterNode {
  const inEntries = columns.length > 0;
  const key = inEntries ? field.linksKey : field.keys[0];
  if (key === undefined) return MATCH_NONE;
  return { kind: 'equals', key, values: [inEntries || isFlex(field) ? `${module.keyName}:${id}` : id] };
}

/** The value of a reference with each link replaced; `replace` returns undefined for a link that is removed. */
export function replaceLinks(
  { field, columns }: Reference,
  value: JsonValue | undefined,
  replace: (link: Link) => Link | undefined,
): JsonValue {
  if (columns.length > 0) {
    const replaced = [value].flat().map((entry) => replaceCells(columns, entry ?? null, replace));
    return Array.isArray(value) ? replaced : (replaced[0] ?? null);
  }
  const links = linksOf(field, value).flatMap((link) => replace(link) ?? []);
  const distinct = links.filter((link, index) => links.findIndex(({ id, module }) => id === link.id && module === link.module) === index);
  const values = distinct.map(({ module, id }): JsonValue => (isFlex(field) ? { module, id } : id));
  return field.type.list ? values : (values[0] ?? null);
}

function replaceCells(columns: readonly CompiledField[], entry: JsonValue, replace: (link: Link) => Link | undefined): JsonValue {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const cells = Object.entries(entry).flatMap(([name, cell]): [string, JsonValue][] => {
    const column = columns.find((one) => one.name === name);
    const links = column === undefined ? [] : linksOf(column, cell);
    if (column === undefined || links.length === 0) return [[name, cell]];
    const ids = [...new Set(links.flatMap((link) => replace(link)?.id ?? []))];
    const [id] = ids;
    if (id === undefined) return [];
    return [[name, column.type.list ? ids : id]];
  });
  return Object.fromEntries(cells);
}

/** The number of records that refer to a record, per module and relation. */
export interface DependentCount {
  readonly module: string;
  readonly relation: string;
  readonly count: number;
}

/** Whether the reader may know that records of a module refer to others by this field. */
export function canReadReference({ rights }: AccessScope, { module, field }: Reference): boolean {
  return rights.unrestricted || (rights.module(module.name).access && rights.canFilter(module, field.name));
}

/**
 * Counts the records that refer to one record, as far as the reader may see them and the field that refers to it; with `withDeleted`, also
 * the deleted ones that they may see. The links of entries must be complete.
 */
export async function countDependents(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  id: string,
  withDeleted: boolean,
): Promise<readonly DependentCount[]> {
  const counts = await Promise.all(
    referencesTo(scope, module)
      .filter((reference) => countsAsDependent(reference) && canReadReference(scope, reference))
      .map(async (reference): Promise<DependentCount> => {
        const { module: other, field } = reference;
        const access = scope.rights.visibilityFilter(other);
        const { total } = await services.store.count({
          collection: other.storage.name,
          filter: allOf([buildReferenceFilter(reference, module, id), deletedNode(scope, other, withDeleted)]),
          ...(access === undefined ? {} : { access }),
        });
        return { module: other.name, relation: field.name, count: total };
      }),
  );
  return counts.filter((one) => one.count > 0);
}

/** Whether any record refers to one record, also those that nobody but the product may see. */
export async function hasDependents(services: ReadServices, scope: AccessScope, module: CompiledModule, id: string): Promise<boolean> {
  const found = await Promise.all(
    referencesTo(scope, module)
      .filter(countsAsDependent)
      .map((reference) =>
        services.store.findIds({
          collection: reference.module.storage.name,
          filter: buildReferenceFilter(reference, module, id),
          sort: [],
          limit: 1,
        }),
      ),
  );
  return found.some((ids) => ids.length > 0);
}

/** Counts the records that refer to a record, shown before a deletion. Errors: `record_not_found`. */
export async function listDependents(
  services: ReadServices,
  actor: Actor,
  input: { readonly module: string; readonly id: string },
): Promise<readonly DependentCount[]> {
  const scope = await services.access.scope(actor);
  const module = getReadableModule(scope, input.module);
  const document = await loadRecord(services, scope, module, input.id);
  if (document === undefined || scope.rights.namesOnly(module) || !(await canSeeRecord(services, scope, module, document)))
    throw new MusterError('record_not_found');
  await fillLinkKeys(services, scope);
  return countDependents(services, scope, module, input.id, false);
}

/** A reverse relation of a record: which records of `other` refer to it. */
export interface RelationEnd {
  readonly module: CompiledModule;
  readonly id: string;
  readonly relation: CompiledRelation;
  readonly other: CompiledModule;
}

/** Narrows a filter on the other module to the records that refer to the id by a reverse relation. */
export function relationFilter(filter: FilterNode, { module, id, relation, other }: RelationEnd): FilterNode {
  const key = other.fields.get(relation.fieldName)?.keys[0];
  if (key === undefined) return MATCH_NONE;
  return allOf([filter, { kind: 'equals', key, values: [relation.flex ? `${module.keyName}:${id}` : id] }]);
}
