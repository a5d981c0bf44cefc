import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { VisibleRecord } from '../../records/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { fieldContext } from '#engine/model/keys';
import type { JsonValue } from '#engine/model/values';
import type { ImportContext } from '../import-context.ts';
import type { TranslatedRow } from '../translate/translate-rows.ts';

/** By what rows are compared with records. */
export interface MatchRule {
  /** Names of fields, or `_id`. */
  readonly by: readonly string[];
  /** All of them must be the same; otherwise one is enough. */
  readonly all: boolean;
}

/** Values of one query. */
const ROUND = 500;
/** Records of one page, and pages: more records with the same values say that they do not identify a record. */
const PAGE = 1_000;
const MAX_PAGES = 20;

/** What a row has in common with the records that it matches: a text for each value of each field. */
export function identitiesOf(
  module: CompiledModule,
  { by, all }: MatchRule,
  { fields, id }: Pick<TranslatedRow, 'fields' | 'id'>,
): readonly string[] {
  const lists = by.map((name) => (name === '_id' ? (id === undefined ? [] : [`_id|${id}`]) : keysOf(module, name, fields[name])));
  if (!all) return lists.flat();
  return lists.every((list) => list.length > 0) && lists.length > 0 ? [lists.map((list) => list.join(',')).join('&')] : [];
}

/** The keys of a value, as the store compares them. */
function keysOf(module: CompiledModule, name: string, value: JsonValue | undefined): readonly string[] {
  const field = module.fields.get(name);
  const key = field?.type.toKey(value, contextOf(field));
  return [key ?? []].flat().map((one) => `${name}|${one}`);
}

const contexts = new WeakMap<CompiledField, ReturnType<typeof fieldContext>>();

function contextOf(field: CompiledField): ReturnType<typeof fieldContext> {
  let context = contexts.get(field);
  if (context === undefined) contexts.set(field, (context = fieldContext(field, () => true)));
  return context;
}

/**
 * The records that the actor may see and that rows match, by identity: one query for each field and round of values. Errors: of the store,
 * `filter_too_costly`, `import_mapping_invalid` if too many records have the values.
 */
export async function findMatches(
  { records }: Pick<ImportContext, 'records'>,
  actor: Actor,
  module: CompiledModule,
  rule: MatchRule,
  rows: readonly TranslatedRow[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, readonly VisibleRecord[]>> {
  const found = new Map<string, VisibleRecord>();
  const searched = rule.all ? [pickFirst(module, rule)] : rule.by;
  for (const name of searched) {
    const values = [...new Set(rows.flatMap((row) => (name === '_id' ? (row.id ?? []) : operandsOf(row.fields[name]))))];
    for (let start = 0; start < values.length; start += ROUND) {
      const filter = { [name]: { in: values.slice(start, start + ROUND) } };
      for await (const record of readPages(records, actor, { module: module.name, filter, fields })) found.set(record._id, record);
    }
  }
  const byIdentity = new Map<string, VisibleRecord[]>();
  for (const record of found.values())
    for (const identity of identitiesOf(module, rule, { fields: record, id: record._id }))
      byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), record]);
  return byIdentity;
}

/** The field that most rows are told apart by. */
function pickFirst(module: CompiledModule, { by }: MatchRule): string {
  return by.find((name) => module.fields.get(name)?.definition.unique === true) ?? by[0] ?? '_id';
}

/** A value as operands of a filter: of an e-mail field its addresses. */
function operandsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return [value ?? []].flat().map((one) => (isObject(one) && one['email_address'] !== undefined ? one['email_address'] : one));
}

async function* readPages(
  records: ImportContext['records'],
  actor: Actor,
  input: { readonly module: string; readonly filter: { readonly [name: string]: JsonValue }; readonly fields: readonly string[] },
): AsyncGenerator<VisibleRecord> {
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES) throw createTooManyError();
    const { data } = await records.find(actor, { ...input, offset: page * PAGE, limit: PAGE });
    yield* data;
    if (data.length < PAGE) return;
  }
}

function createTooManyError(): MusterError {
  const message = 'Too many records have the same values: compare rows by another field.';
  return new MusterError('import_mapping_invalid', { details: [{ field: 'duplicates.by', code: 'too_many', message }] });
}
