import { createModuleAccessDeniedError, variablesOf, type AccessScope, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import {
  ALSO_DELETED,
  allOf,
  anyOf,
  compileMatcher,
  notOf,
  parseFilter,
  type FilterContext,
  type FilterNode,
  type SortStep,
} from '#engine/model/filter';
import { renameModules } from '#engine/model/keys';
import { foldText, type JsonValue } from '#engine/model/values';
import { getFieldType } from '#engine/model/field-types';
import type { CompiledField, CompiledModule, KeySchema } from '#engine/model/compiled';
import type { InputType, SortDefinition } from '#engine/model/definitions';
import { planOf } from '../access/access-plan.ts';
import { canSeeRecord, findModule, loadRecord } from '../access/record-access.ts';
import type { AuditEntry, AuditInput } from './audit-contract.ts';
import { buildReadQuery, createFilterError, readSort as readSortOf } from '../read/read-query.ts';
import type { ReadServices } from '../record-services.ts';
import { AUDIT_COLLECTION, AUDIT_KEYS, isAuditedResource, type CurrentAuditNames } from './audit-entry.ts';
import { FIELD_KEY, findAuditEntries, streamAuditEntries, type AuditFieldNames, type EntryQuery } from './find-audit-entries.ts';

/**
 * Reads the audit log, newest first by default, with the reader's own access: only visible records, and only their
 * readable fields. Audited resources that are not modules are read by name, such as 'webhooks', by System Admins.
 * Errors: `admin_only` without a module, `record_not_found`, those of filters.
 */
export async function readAudit(
  services: ReadServices,
  actor: Actor,
  input: AuditInput,
): Promise<{ readonly data: readonly AuditEntry[]; readonly total: number }> {
  const { scope, query } = await buildQuery(services, actor, input);
  const page = await findAuditEntries(services, { ...query, offset: input.offset ?? 0, limit: input.limit ?? AUDIT_MODULE.pageSize });
  return { data: page.data.map((entry) => projectEntry(scope, entry)), total: page.total };
}

/**
 * The same entries without an end, for an export: newest first unless the input sorts by date; `offset` and `limit` have no effect.
 * Errors: as for a page, before the first entry; those of the store while it is read.
 */
export async function streamAudit(services: ReadServices, actor: Actor, input: AuditInput): Promise<AsyncIterable<AuditEntry>> {
  const isByDate = input.sort?.length === 1 && input.sort[0]?.sortField === AUDIT_MODULE.defaultSort.sortField;
  const { scope, query } = await buildQuery(services, actor, { ...input, sort: isByDate ? input.sort : undefined });
  const entries = streamAuditEntries(services, query);
  return (async function* () {
    for await (const entry of entries) yield projectEntry(scope, entry);
  })();
}

/** What a reader may see of the log, as a search. Errors: see `readAudit`. */
async function buildQuery(
  services: ReadServices,
  actor: Actor,
  input: AuditInput,
): Promise<{ readonly scope: AccessScope; readonly query: Omit<EntryQuery, 'offset' | 'limit'> }> {
  const scope = await services.access.scope(actor);
  const isOfPart = input.module !== undefined && isAuditedResource(input.module);
  if ((input.module === undefined || isOfPart) && !scope.rights.unrestricted) throw new MusterError('admin_only');
  const module = input.module === undefined || isOfPart ? undefined : findModule(scope, input.module);
  const context = auditContext(services, scope, module);
  const rows: FilterNode[] = [];
  const entries = [nameStoredModules(scope, readFilter(input.filter, context))];
  if (input.recordId !== undefined) rows.push({ kind: 'equals', key: AUDIT_KEYS.record, values: [input.recordId] });
  if (input.module !== undefined)
    rows.push({ kind: 'equals', key: AUDIT_KEYS.module, values: [foldText(scope.snapshot.moduleNames.keyOf(input.module))] });
  if (module !== undefined && !scope.rights.unrestricted) {
    const access = await restrictToReader(services, scope, module, input.recordId);
    rows.push(...access.rows);
    entries.push(access.entries);
  }
  const sort = readSort(input.sort, context);
  return { scope, query: { rows: allOf(rows), entries: allOf(entries), sort, names: namesOf(scope) } };
}

/**
 * A condition on the name of a module, for the names that rows have: those of modules that were renamed differ. Others are found as they
 * are.
 */
function nameStoredModules({ snapshot }: Pick<AccessScope, 'snapshot'>, node: FilterNode): FilterNode {
  const { renamed } = snapshot.moduleNames;
  if (renamed.length === 0) return node;
  if (node.kind === 'all') return allOf(node.nodes.map((one) => nameStoredModules({ snapshot }, one)));
  if (node.kind === 'any') return anyOf(node.nodes.map((one) => nameStoredModules({ snapshot }, one)));
  if (node.kind === 'not') return notOf(nameStoredModules({ snapshot }, node.node));
  if (!('key' in node) || node.key !== AUDIT_KEYS.module) return node;
  const matches = compileMatcher(node);
  const keys = (values: readonly string[]): FilterNode => ({ kind: 'equals', key: AUDIT_KEYS.module, values: values.map(foldText) });
  const found = renamed.filter(({ name }) => matches('', { [AUDIT_KEYS.module.id]: foldText(name) }));
  return anyOf([allOf([node, notOf(keys(renamed.map(({ key }) => key)))]), keys(found.map(({ key }) => key))]);
}

/** The names that rows have, as they are now. A removed field is named by its stable id, never by the name that another field may have now. */
export function readCurrentNames({ snapshot }: Pick<AccessScope, 'snapshot'>): CurrentAuditNames {
  const { moduleNames } = snapshot;
  return {
    module: moduleNames.ofKey,
    field: (moduleName, field, version) => {
      const module = snapshot.module(moduleName);
      if (module === undefined) return field;
      const fate = snapshot.traceField(module.id, field, version);
      if ('name' in fate) return fate.name;
      return module.fields.has(fate.removed) ? `removed:${fate.removed}` : fate.removed;
    },
    value: (moduleName, name, value, version) => {
      const field = moduleNames.lastRename > version ? snapshot.module(moduleName)?.fields.get(name) : undefined;
      return field === undefined ? value : renameModules(field, value, (module) => moduleNames.current(module, version));
    },
  };
}

function namesOf(scope: AccessScope): AuditFieldNames {
  const { snapshot } = scope;
  return {
    current: readCurrentNames(scope),
    all: (name) => [
      ...new Set([
        name,
        ...[...snapshot.modules.values()].flatMap(({ id, fields }) => {
          const known = [...fields.keys(), name].filter((one) => foldText(one) === name);
          return known.flatMap((one) => snapshot.listFieldNames(id, one)).map(foldText);
        }),
      ]),
    ],
  };
}

function auditContext(services: ReadServices, scope: AccessScope, module: CompiledModule | undefined): FilterContext {
  const canFilter = (_: string, field: string): boolean => field !== 'record_name' || module === undefined || canReadNames(scope, module);
  return {
    module: AUDIT_MODULE,
    catalog: scope.snapshot,
    variables: variablesOf(scope.rights, scope.snapshot, services.clock),
    canFilter,
    visibilityFilter: () => undefined,
  };
}

function readFilter(filter: JsonValue | undefined, context: FilterContext): FilterNode {
  const parsed = parseFilter(filter, context);
  if (!parsed.ok) throw createFilterError(parsed);
  return parsed.node;
}

/** Sorting by date is sorting by id, because ids increase with time. */
function readSort(sort: readonly SortDefinition[] | undefined, context: FilterContext): readonly SortStep[] {
  const steps = readSortOf(sort === undefined || sort.length === 0 ? [AUDIT_MODULE.defaultSort] : sort, context);
  return steps.map((step) => (step.kind === 'key' && step.key === AUDIT_KEYS.at ? { kind: 'id', descending: step.descending } : step));
}

/** Whether the reader may know the names of all the module's records, which the entries contain. */
function canReadNames(scope: AccessScope, module: CompiledModule): boolean {
  return scope.rights.unrestricted || scope.rights.field(module.name, module.nameField).read === 'all';
}

/** Only visible records, and only their readable fields. */
async function restrictToReader(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  recordId: string | undefined,
): Promise<{ readonly rows: readonly FilterNode[]; readonly entries: FilterNode }> {
  if (!scope.rights.module(module.name).access) throw createModuleAccessDeniedError(scope.rights, module);
  if (recordId === undefined)
    return {
      rows: [visibleRecordsFilter(services, scope, module)],
      entries: readableFields(scope, module, scope.rights.module(module.name).view === 'Owner'),
    };
  const document = await loadRecord(services, scope, module, recordId);
  if (document === undefined || !(await canSeeRecord(services, scope, module, document))) throw new MusterError('record_not_found');
  return { rows: [], entries: readableFields(scope, module, scope.rights.owns(document)) };
}

/** Entries of records that the reader can see now; of deleted records only if the reader may delete them. */
function visibleRecordsFilter(services: ReadServices, scope: AccessScope, module: CompiledModule): FilterNode {
  const { query } = buildReadQuery(services, scope, { module, filter: ALSO_DELETED });
  const node = allOf([query.filter, ...(query.access === undefined ? [] : [query.access])]);
  return { kind: 'related', relation: { direction: 'forward', key: AUDIT_KEYS.record, collection: module.storage.name }, node };
}

function readableFields(scope: AccessScope, module: CompiledModule, own: boolean): FilterNode {
  const readable = [...planOf(scope, module).fields.values()].filter((field) => field.read === 'all' || (own && field.read === 'owner'));
  return anyOf([
    notOf({ kind: 'exists', keys: [FIELD_KEY] }),
    { kind: 'equals', key: FIELD_KEY, values: readable.map((field) => foldText(field.field.name)) },
  ]);
}

/** An entry, with blanks for names that the reader may not read. */
function projectEntry(scope: AccessScope, entry: AuditEntry): AuditEntry {
  const module = scope.snapshot.module(entry.module);
  if (module === undefined || canReadNames(scope, module)) return entry;
  const blank = entry.field === null ? { previous_value: null, new_value: null } : {};
  return { ...entry, ...blank, record_name: '' };
}

/** Creates a field of the audit log for the filter grammar. Text keys are folded when they are written. */
function field(name: string, inputType: InputType, key: KeySchema): CompiledField {
  return {
    id: key.id,
    name,
    label: name,
    definition: { id: key.id, fieldName: name, label: name, inputType },
    type: getFieldType(inputType),
    dropdown: undefined,
    refs: [],
    columns: [],
    keys: [key],
    linksKey: undefined,
    trigger: undefined,
    system: true,
    relationship: undefined,
  };
}

const FIELDS: readonly CompiledField[] = [
  field('module', 'TextField', AUDIT_KEYS.module),
  field('field', 'TextField', FIELD_KEY),
  field('record_id', 'Relate', AUDIT_KEYS.record),
  field('record_name', 'TextField', AUDIT_KEYS.name),
  field('changeSource', 'TextField', AUDIT_KEYS.source),
  field('changed_by', 'Relate', AUDIT_KEYS.by),
  field('batch_id', 'Relate', AUDIT_KEYS.batch),
  field('date_created', 'DateTime', AUDIT_KEYS.at),
];

/** The audit log as a module, so that the same filter grammar can read it. It is not one of the modules of the definitions. */
const AUDIT_MODULE: CompiledModule = {
  id: '_audit',
  name: 'auditLog',
  keyName: 'auditLog',
  label: 'Audit log',
  labelSingular: 'Audit entry',
  path: '/api/audit-log',
  definitionVersion: 0,
  definition: { id: 'auditLog', name: 'auditLog', label: 'Audit log', labelSingular: 'Audit entry', kind: 'plain', fields: [] },
  teamEnabled: false,
  nameField: 'field',
  fields: new Map(FIELDS.map((one) => [one.name, one])),
  fieldsById: new Map(FIELDS.map((one) => [one.id, one])),
  relations: new Map(),
  finders: [],
  layouts: [],
  defaultSort: { sortField: 'date_created', sortOrder: 'desc' },
  pageSize: 10,
  validations: [],
  rowRules: {},
  roleRules: [],
  searchable: [],
  indexPlan: [],
  storage: AUDIT_COLLECTION,
};
