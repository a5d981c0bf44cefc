import { toText, type JsonObject, type RecordDocument } from '#engine/model/values';
import type { DuplicateCheckResult, DuplicateMatch, DuplicateScore } from '#engine/model/similarity';
import type { Actor } from '../../access/index.ts';
import { MASK, type PreSaveContext, type RecordOperations, type VisibleRecord } from '../../records/index.ts';
import type { DuplicateRule, RecordFields, ShownValues } from './duplicate-rule.ts';

/** Who saves or checks a record. Only what they may read is compared. */
export interface DuplicateRequester {
  readonly actor: Actor;
  readonly records: Pick<RecordOperations, 'find'>;
  readonly rights: PreSaveContext['rights'];
}

interface FoundDuplicate {
  readonly _id: string;
  readonly score: DuplicateScore;
}

/** The duplicates that a requester may be told about. */
export interface ComparedDuplicates {
  /** Matches in what the requester may read, highest score first. */
  readonly found: readonly FoundDuplicate[];
  /**
   * Matches only in records or fields that the requester may not see: those that agree in the name and one more key. About any other the
   * requester is told nothing, because one known phone or e-mail would find out who has it.
   */
  readonly hiddenIds: readonly string[];
}

/** The fields of a record's identity that the requester may read. */
export function pickReadable<Identity>(
  { module, identityFields }: DuplicateRule<Identity>,
  rights: DuplicateRequester['rights'],
  record: RecordFields,
): RecordFields {
  if (rights.unrestricted) return record;
  const isOwn = rights.owns(record as RecordDocument);
  const isReadable = (name: string): boolean => {
    const { read } = rights.field(module, name);
    return read === 'all' || (read === 'owner' && isOwn);
  };
  return Object.fromEntries(identityFields.filter(isReadable).map((name) => [name, record[name]]));
}

/** Compares a record with those that were found by its keys. */
export async function compareCandidates<Identity>(
  rule: DuplicateRule<Identity>,
  requester: DuplicateRequester,
  record: RecordFields,
  candidates: readonly RecordDocument[],
): Promise<ComparedDuplicates> {
  if (candidates.length === 0) return { found: [], hiddenIds: [] };
  const visible = await readVisible(rule.module, requester, candidates);
  const whole = rule.readIdentity(record);
  const readable = rule.readIdentity(pickReadable(rule, requester.rights, record));
  const found: FoundDuplicate[] = [];
  const hiddenIds: string[] = [];
  for (const candidate of candidates) {
    const shown = visible.get(candidate._id);
    const score = shown === undefined ? undefined : rule.score(readable, rule.readIdentity(shown));
    if (score?.blocksSave === true) found.push({ _id: candidate._id, score });
    else if (!requester.rights.unrestricted && isReported(rule.score(whole, rule.readIdentity(candidate)))) hiddenIds.push(candidate._id);
  }
  return { found: found.sort((one, two) => two.score.score - one.score.score), hiddenIds };
}

function isReported({ blocksSave, sameNameAndKey }: DuplicateScore): boolean {
  return blocksSave && sameNameAndKey;
}

/** The records with the values that the requester may read; those that they may not see are missing. */
async function readVisible(
  module: string,
  { records, actor, rights }: DuplicateRequester,
  candidates: readonly RecordDocument[],
): Promise<ReadonlyMap<string, RecordFields>> {
  if (rights.unrestricted) return new Map(candidates.map((record) => [record._id, record]));
  if (!rights.module(module).access) return new Map();
  const ids = candidates.map(({ _id }) => _id);
  const { data } = await records.find(actor, { module, filter: { _id: { in: ids } }, limit: ids.length });
  return new Map(data.map((record) => [record._id, withoutMasked(record)]));
}

function withoutMasked(record: VisibleRecord): RecordFields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== MASK));
}

/** The matches with the values that the requester may see, and the number of hidden ones. */
export async function showDuplicates<Identity>(
  rule: DuplicateRule<Identity>,
  { records, actor }: DuplicateRequester,
  { found, hiddenIds }: ComparedDuplicates,
): Promise<DuplicateCheckResult<DuplicateMatch & JsonObject>> {
  const hidden = hiddenIds.length;
  if (found.length === 0) return { matches: [], hidden };
  const ids = found.map(({ _id }) => _id);
  const { data } = await records.find(actor, { module: rule.module, filter: { _id: { in: ids } }, populate: true, limit: ids.length });
  const shown = new Map(data.map((record) => [record._id, record]));
  const matches = found.flatMap(({ _id, score: { score, reasons } }) => {
    const record = shown.get(_id);
    if (record === undefined) return [];
    const name = toText(record['name']);
    return [{ ...readShown(rule.shown, record), _id, name, score, reasons: reasons.map((reason) => ({ ...reason })) }];
  });
  return { matches, hidden };
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
