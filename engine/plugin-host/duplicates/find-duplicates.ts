import { toText, type JsonObject, type JsonValue, type RecordDocument } from '#engine/model/values';
import type { DuplicateScore, DuplicateCheckResult, DuplicateMatch } from '#engine/model/similarity';
import type { Actor } from '../../access/index.ts';
import type { VisibleRecord, RecordOperations } from '../../records/index.ts';

/** Fields of a record by name, validated or not. */
export type RecordFields = { readonly [field: string]: JsonValue | undefined };

/** A plugin's rule for which records of a module are duplicates. */
export interface DuplicateRule<Identity> {
  /** Name of the module; duplicates are searched among its records. */
  readonly module: string;
  /** The code of the plugin's error that rejects a duplicate. */
  readonly code: string;
  /** The fields that a record's identity is read from. */
  readonly identityFields: readonly string[];
  /** The values that identify a record, in comparable form. Accepts any input of a client. */
  readIdentity(record: RecordFields): Identity;
  /** The keys that are stored with a record: one for each way in which another record may match it. */
  makeKeys(identity: Identity): readonly string[];
  /**
   * The keys that possible duplicates would be stored with. Most records found by them should have a `score` that blocks the save, because
   * only a limited number is compared.
   */
  makeSearchKeys(identity: Identity): readonly string[];
  /** How likely it is that two identities are the same, 0 to 99 percent, with the reasons. */
  score(one: Identity, two: Identity): DuplicateScore;
  /**
   * The values of a match in addition to its id, name, score and reasons, by name: texts, or null where the requester may not see one.
   */
  readonly shown: ShownValues;
}

/**
 * Values of a record by name, each from a field ('city'), a part of it ('current_address.city'), or a field of a related record
 * ('assigned_to.name'). Of several, the first whose field is filled is taken.
 */
export type ShownValues<Name extends string = string> = { readonly [name in Name]: string | readonly string[] };

/** The values of a type of matches, such as that of a dialog: `shown: { … } satisfies ShownOf<TicketMatch>`. */
export type ShownOf<Match extends DuplicateMatch> = ShownValues<Exclude<keyof Match, keyof DuplicateMatch> & string>;

/** The field with the keys of a record. */
export const KEYS_FIELD = 'duplicate_keys';

/** The field with the ids of records that are not duplicates of a record. */
export const NOT_DUPLICATES_FIELD = 'not_duplicates';

/** The ids in a field; none when its value is not a list. */
export function listIds(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Maximum number of matches: more than anyone compares by hand. */
const MAX_MATCHES = 50;

interface FoundDuplicate {
  readonly record: RecordDocument;
  readonly score: DuplicateScore;
}

export interface DuplicateSearch {
  /** Possible duplicates, highest score first. */
  readonly found: readonly FoundDuplicate[];
  /** Ids of all records that were compared, including those that are not duplicates. */
  readonly candidateIds: readonly string[];
}

/** The record, and the ids of records that are not its duplicates. */
interface DuplicateQuery {
  readonly record: RecordFields;
  /** Absent: not saved yet. */
  readonly id: string | undefined;
  readonly excludedIds: readonly string[];
}

/** Where records are searched: the unit of work of a save, or the whole store. */
export interface DuplicateSource {
  find(module: string, filter: JsonValue, options: { readonly limit: number }): Promise<readonly RecordDocument[]>;
}

/** Finds duplicates by their keys, so by index. Records that either side excludes are left out. */
export async function findDuplicates<Identity>(
  rule: DuplicateRule<Identity>,
  source: DuplicateSource,
  { record, id, excludedIds }: DuplicateQuery,
): Promise<DuplicateSearch> {
  const identity = rule.readIdentity(record);
  const keys = rule.makeSearchKeys(identity);
  if (keys.length === 0) return { found: [], candidateIds: [] };
  const candidates = await source.find(rule.module, { [KEYS_FIELD]: { in: keys } }, { limit: MAX_MATCHES + excludedIds.length + 1 });
  const isOther = (other: RecordDocument): boolean =>
    other._id !== id && !excludedIds.includes(other._id) && (id === undefined || !listIds(other[NOT_DUPLICATES_FIELD]).includes(id));
  const found = candidates
    .filter(isOther)
    .map((other) => ({ record: other, score: rule.score(identity, rule.readIdentity(other)) }))
    .filter(({ score }) => score.blocksSave)
    .sort((one, two) => two.score.score - one.score.score);
  return { found, candidateIds: candidates.map((other) => other._id) };
}

/** The matches that the requester may see, with the fields that they may see, and the number of hidden ones. */
export async function showDuplicates<Identity>(
  rule: DuplicateRule<Identity>,
  records: RecordOperations,
  actor: Actor,
  found: readonly FoundDuplicate[],
): Promise<DuplicateCheckResult<DuplicateMatch & JsonObject>> {
  if (found.length === 0) return { matches: [], hidden: 0 };
  const ids = found.map(({ record }) => record._id);
  const { data } = await records.find(actor, { module: rule.module, filter: { _id: { in: ids } }, populate: true, limit: ids.length });
  const shown = new Map(data.map((record) => [record._id, record]));
  const matches = found.flatMap(({ record: { _id }, score: { score, reasons } }) => {
    const record = shown.get(_id);
    if (record === undefined) return [];
    const name = toText(record['name']);
    return [{ ...readShown(rule.shown, record), _id, name, score, reasons: reasons.map((reason) => ({ ...reason })) }];
  });
  return { matches, hidden: found.length - matches.length };
}

function readShown(shown: ShownValues, record: VisibleRecord): JsonObject {
  return Object.fromEntries(
    Object.entries(shown).map(([name, source]) => {
      const paths = typeof source === 'string' ? [source] : source;
      const path = paths.find((one) => record[one.split('.')[0] ?? ''] !== undefined);
      return [name, path === undefined ? null : readPath(record, path)];
    }),
  );
}

function readPath(record: VisibleRecord, path: string): string | null {
  const [field = '', part] = path.split('.');
  const value = record[field];
  if (part === undefined) return typeof value === 'string' ? value : null;
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  const inner = isGroup ? (value as JsonObject)[part] : undefined;
  return typeof inner === 'string' ? inner : null;
}
