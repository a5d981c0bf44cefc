import { Readable } from 'node:stream';
import type { Actor } from '../../access/index.ts';
import { writeCsv } from '../../exports/index.ts';
import type { AuditEntry } from '../../records/index.ts';
import type { CompiledField } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { ApiServices } from '../services.ts';

/** Entries whose names are read in one go. */
const BATCH = 200;

const HEAD = ['Date', 'User', 'Through', 'Impersonated by', 'Module', 'Record', 'Record id', 'Source', 'Field', 'Before', 'After'];

/** Names of records by module and id, as far as the requester may read them. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What the export reads besides the entries. */
export interface AuditCsvContext {
  readonly services: Pick<ApiServices, 'records'>;
  readonly snapshot: DefinitionSnapshot;
  readonly actor: Actor;
}

/** The entries of an export as the lines of a CSV file, with names instead of ids; a batch of them is in memory at a time. */
export function createAuditCsv(context: AuditCsvContext, entries: AsyncIterable<AuditEntry>): Readable {
  return Readable.from(writeCsv(HEAD, makeRows(context, entries)), { objectMode: false });
}

async function* makeRows(context: AuditCsvContext, entries: AsyncIterable<AuditEntry>): AsyncGenerator<readonly string[]> {
  let batch: AuditEntry[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield* await formatBatch(context, batch);
    batch = [];
  }
  if (batch.length > 0) yield* await formatBatch(context, batch);
}

async function formatBatch(context: AuditCsvContext, batch: readonly AuditEntry[]): Promise<readonly (readonly string[])[]> {
  const names = await readNames(context, batch);
  const user = (id: string | null): string => (id === null ? '' : (names.get('users')?.get(id) ?? id));
  return batch.map((entry) => {
    const field = findField(context.snapshot, entry);
    return [
      entry.date_created,
      user(entry.changed_by),
      entry.changed_through ?? '',
      user(entry.impersonated_by),
      entry.fullModule,
      entry.record_name,
      entry.record_id,
      entry.changeSource,
      field?.label ?? entry.fullField ?? '',
      toText(field, entry.previous_value, names),
      toText(field, entry.new_value, names),
    ];
  });
}

function findField(snapshot: DefinitionSnapshot, { module, field }: AuditEntry): CompiledField | undefined {
  return field === null ? undefined : snapshot.module(module)?.fields.get(field);
}

/** The records that a value of a field refers to. */
function listLinks(field: CompiledField | undefined, value: JsonValue): readonly { readonly module: string; readonly id: string }[] {
  if (field === undefined || field.refs.length === 0) return [];
  const [only] = field.refs;
  return [value].flat().flatMap((one) => {
    if (typeof one === 'string') return only === undefined || field.refs.length > 1 ? [] : [{ module: only, id: one }];
    const { module, id } = (one ?? {}) as { readonly module?: unknown; readonly id?: unknown };
    return typeof module === 'string' && typeof id === 'string' ? [{ module, id }] : [];
  });
}

async function readNames({ services, snapshot, actor }: AuditCsvContext, batch: readonly AuditEntry[]): Promise<Names> {
  const wanted = new Map<string, Set<string>>();
  const add = (module: string, id: string | null): void => {
    if (id !== null) wanted.set(module, (wanted.get(module) ?? new Set()).add(id));
  };
  for (const entry of batch) {
    add('users', entry.changed_by);
    add('users', entry.impersonated_by);
    const field = findField(snapshot, entry);
    for (const value of [entry.previous_value, entry.new_value]) for (const { module, id } of listLinks(field, value)) add(module, id);
  }
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, ids] of wanted) {
    const nameField = snapshot.module(name)?.nameField;
    if (nameField === undefined) continue;
    const input = { module: name, filter: { _id: { in: [...ids].slice(0, 1_000) } }, fields: [nameField], limit: ids.size };
    // Without access to the module its records have no names for the requester.
    const records = await services.records.find(actor, input).then(
      ({ data }) => data,
      () => [],
    );
    found.set(
      name,
      new Map(records.flatMap((record) => (typeof record[nameField] === 'string' ? [[record._id, record[nameField]] as const] : []))),
    );
  }
  return found;
}

function toText(field: CompiledField | undefined, value: JsonValue, names: Names): string {
  if (value === null) return '';
  const links = listLinks(field, value);
  if (links.length > 0) return links.map(({ module, id }) => names.get(module)?.get(id) ?? id).join('; ');
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => toText(field, one, names)).join('; ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return partsOf(value as JsonObject);
  return field?.dropdown?.options.find((option) => option.value === value)?.label ?? String(value);
}

/** An address in its order, an e-mail address without its flags, other objects with the names of their parts. */
function partsOf(value: JsonObject): string {
  if (typeof value['email_address'] === 'string') return value['email_address'];
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '');
  const isPlain = parts.every(([, part]) => typeof part !== 'object');
  return isPlain ? parts.map(([name, part]) => `${name}: ${JSON.stringify(part).replace(/^"|"$/g, '')}`).join(', ') : JSON.stringify(value);
}
