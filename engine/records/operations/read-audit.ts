import { variablesOf, type AccessScope, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { allOf, anyOf, foldText, notOf, parseFilter, parseSort, type CompiledModule, type FilterContext, type FilterNode, type JsonValue, type RecordDocument, type SortDefinition, type SortStep } from '#engine/model';
import type { AuditEntry, AuditInput } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { AUDIT_MODULE } from '../shapes/audit-module.ts';
import { AUDIT_COLLECTION, AUDIT_KEYS } from '../shapes/collections.ts';
import { planOf } from '../stages/access-plan.ts';
import { denyModule, findModule, loadRecord, seesRecord } from '../stages/reach-module.ts';
import { buildReadQuery } from '../stages/read-query.ts';

/**
 * Reads the audit log, newest first unless asked otherwise, through the reader's own access: the records that they see,
 * and the fields that they may read of them. Errors: `admin_only` without a module, `record_not_found`, those of filters.
 */
export async function readAudit(kernel: RecordKernel, actor: Actor, input: AuditInput): Promise<{ readonly data: readonly AuditEntry[]; readonly total: number }> {
  const scope = await kernel.access.scope(actor);
  if (input.module === undefined && !scope.rights.unrestricted) throw new MusterError('admin_only');
  const context = auditContext(kernel, scope);
  const nodes: FilterNode[] = [readFilter(input.filter, context)];
  if (input.recordId !== undefined) nodes.push({ kind: 'equals', key: AUDIT_KEYS.record, values: [input.recordId] });
  const module = input.module === undefined ? undefined : findModule(scope, input.module);
  if (module !== undefined) nodes.push({ kind: 'equals', key: AUDIT_KEYS.module, values: [foldText(module.name)] }, ...(await accessNodes(kernel, scope, module, input.recordId)));
  const query = { collection: AUDIT_COLLECTION.name, filter: allOf(nodes), sort: readSort(input.sort, context), offset: input.offset ?? 0, limit: input.limit ?? AUDIT_MODULE.pageSize };
  const page = await kernel.store.page(query);
  return { data: page.records.map(({ document }) => showEntry(scope, document)), total: page.total };
}

function auditContext(kernel: RecordKernel, scope: AccessScope): FilterContext {
  return { module: AUDIT_MODULE, catalog: scope.snapshot, variables: variablesOf(scope.rights, scope.snapshot, kernel.clock), canFilter: () => true, visible: () => undefined };
}

function readFilter(filter: JsonValue | undefined, context: FilterContext): FilterNode {
  const parsed = parseFilter(filter, context);
  if (!parsed.ok) throw new MusterError('filter_invalid', { values: { path: parsed.path || 'the top', reason: parsed.reason } });
  return parsed.node;
}

/** By date is by id, for ids rise with time. */
function readSort(sort: readonly SortDefinition[] | undefined, context: FilterContext): readonly SortStep[] {
  const wanted = sort === undefined || sort.length === 0 ? [AUDIT_MODULE.defaultSort] : sort;
  const parsed = parseSort(wanted, context);
  if (!parsed.ok) throw new MusterError('sort_invalid', { values: { field: parsed.field || 'that' } });
  return parsed.sort.map((step) => (step.kind === 'key' && step.key === AUDIT_KEYS.at ? { kind: 'id', descending: step.descending } : step));
}

async function accessNodes(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, recordId: string | undefined): Promise<readonly FilterNode[]> {
  if (scope.rights.unrestricted) return [];
  if (!scope.rights.module(module.name).access) throw denyModule(module);
  if (recordId === undefined) return [seenRecords(kernel, scope, module), readableFields(scope, module, scope.rights.module(module.name).view === 'Owner')];
  const document = await loadRecord(kernel, scope, module, recordId);
  if (document === undefined || !(await seesRecord(kernel, scope, module, document))) throw new MusterError('record_not_found');
  return [readableFields(scope, module, scope.rights.owns(document))];
}

/** Entries of records that the reader sees now; deleted ones for those who may delete. */
function seenRecords(kernel: RecordKernel, scope: AccessScope, module: CompiledModule): FilterNode {
  const { query } = buildReadQuery(kernel, scope, { module, filter: { or: [{ deleted: true }, { deleted: false }] } });
  const node = allOf([query.filter, ...(query.access === undefined ? [] : [query.access])]);
  return { kind: 'related', relation: { direction: 'forward', key: AUDIT_KEYS.record, collection: module.storage.name }, node };
}

function readableFields(scope: AccessScope, module: CompiledModule, own: boolean): FilterNode {
  const readable = [...planOf(scope, module).fields.values()].filter((field) => field.read === 'all' || (own && field.read === 'owner'));
  return anyOf([notOf({ kind: 'exists', keys: [AUDIT_KEYS.field] }), { kind: 'equals', key: AUDIT_KEYS.field, values: readable.map((field) => foldText(field.field.name)) }]);
}

/** An entry without its version; names are blank for those who may not read them. */
function showEntry(scope: AccessScope, document: RecordDocument): AuditEntry {
  const { _version, ...entry } = document;
  const module = scope.snapshot.module(entry['module'] as string);
  if (module === undefined || scope.rights.unrestricted || scope.rights.field(module.name, module.nameField).read === 'all') return entry as unknown as AuditEntry;
  const blank = entry['field'] === null ? { previous_value: null, new_value: null } : {};
  return { ...entry, ...blank, record_name: '' } as unknown as AuditEntry;
}
