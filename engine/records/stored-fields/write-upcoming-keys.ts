import { SYSTEM_ACTOR, type Access, type AccessScope } from '../../access/index.ts';
import { isEncrypted, type CipherPort, type StorePort, type StoredRecord } from '../../ports/index.ts';
import type { CompiledField, CompiledModule, UpcomingType } from '#engine/model/compiled';
import type { ConversionResult } from '#engine/model/conversions';
import { allOf, notOf } from '#engine/model/filter';
import { makeKeys, setFieldKeys, type RecordKeysDraft } from '#engine/model/keys';
import { toText, type JsonValue, type RecordDraft } from '#engine/model/values';
import { markCalculated } from '../calculations/edited-version.ts';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import { commitRound, ROUND } from '../save/commit-round.ts';
import type { UnitOfWorkBuilder } from '../save/unit-of-work-builder.ts';

/** A field whose values get another type, and the records that lack its new key. */
export interface UpcomingField {
  /** Stable id of the module. */
  readonly module: string;
  /** The id under which the values of the field are stored. */
  readonly field: string;
  /** Id of the new key. */
  readonly key: string;
  /** Version of the definitions since which saves write it. */
  readonly version: number;
  /** Converts a value; that it cannot be is a result too. */
  readonly convert: (value: JsonValue | undefined) => ConversionResult;
}

export interface UpcomingKeysServices {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly access: Access;
}

/** The result of one pass over the records of a field. */
export interface UpcomingKeysResult {
  /** Records that got the new key. */
  readonly written: number;
  /** Records whose value cannot be converted, and up to five of them. */
  readonly failed: number;
  readonly examples: readonly FailedValue[];
  /** False: the conversion ended, or a round conflicted with other saves each time; another pass is needed. */
  readonly isWhole: boolean;
}

/** A value that cannot be converted; null: it is sensitive. */
export interface FailedValue {
  readonly _id: string;
  /** Display name of the record. */
  readonly name: string;
  readonly value: JsonValue;
}

const MAX_EXAMPLES = 5;

/** Called after each round with the result so far; false: the pass ends. */
export type OnRound = (result: Omit<UpcomingKeysResult, 'isWhole'>) => Promise<boolean>;

/**
 * Adds the new key of a field to the records that were last saved before its conversion began. Their values stay as they are, and nobody
 * who edits one of them notices: like a calculation, it is no edit. Errors: of the store.
 */
export async function writeUpcomingKeys(
  services: UpcomingKeysServices,
  upcoming: UpcomingField,
  onRound: OnRound,
): Promise<UpcomingKeysResult> {
  let [written, failed] = [0, 0];
  let examples: readonly FailedValue[] = [];
  const end = (isWhole: boolean): UpcomingKeysResult => ({ written, failed, examples, isWhole });
  for (let after: string | undefined; ; ) {
    // Read again for each round: a conversion that ended must not be written any more.
    const scope = await services.access.scope(SYSTEM_ACTOR);
    const place = findPlace(scope, upcoming);
    if (place === undefined) return end(false);
    const ids = await findRound(services, place, after);
    const round = await writeRound(services, scope, place, upcoming, ids);
    if (round === undefined) return end(false);
    written += round.written;
    failed += round.failed.length;
    examples = [...examples, ...round.failed].slice(0, MAX_EXAMPLES);
    after = ids.at(-1);
    const isLast = after === undefined || ids.length < ROUND;
    if (!(await onRound({ written, failed, examples }))) return end(false);
    if (isLast) return end(true);
  }
}

interface Place {
  readonly module: CompiledModule;
  readonly field: CompiledField;
  readonly type: UpcomingType;
}

function findPlace({ snapshot }: AccessScope, { module: id, field: storedId, key }: UpcomingField): Place | undefined {
  const module = [...snapshot.modules.values()].find((one) => one.id === id);
  const field = module?.fieldsById.get(storedId);
  const type = field?.upcoming;
  return module === undefined || field === undefined || type?.field.keys[0]?.id !== key ? undefined : { module, field, type };
}

/**
 * The next records that may lack the key, in the order of their ids: no index is built on it yet, so that nothing else is walked. A
 * checkbox always has a key, also if it was never saved.
 */
function findRound({ store }: UpcomingKeysServices, { module, type }: Place, after: string | undefined): Promise<readonly string[]> {
  const filter = allOf([
    ...(after === undefined ? [] : [{ kind: 'idRange', gt: after } as const]),
    ...(type.field.type.comparison === 'boolean' ? [] : [notOf({ kind: 'exists', keys: type.field.keys })]),
  ]);
  return store.findIds({ collection: module.storage.name, filter, sort: [], limit: ROUND });
}

/** Returns undefined if the round conflicted with other saves each time. */
async function writeRound(
  services: UpcomingKeysServices,
  scope: AccessScope,
  place: Place,
  upcoming: UpcomingField,
  ids: readonly string[],
): Promise<{ readonly written: number; readonly failed: readonly FailedValue[] } | undefined> {
  let failed: FailedValue[] = [];
  const written = await commitRound(services, scope, async (unit) => {
    failed = [];
    const open: string[] = [];
    for (const stored of await services.store.get(place.module.storage.name, ids)) {
      const state = stored === undefined ? 'done' : examine(services, scope, place, upcoming, stored);
      if (typeof state === 'object') failed.push(state);
      if (state === 'open' && stored !== undefined) open.push(stored.document._id);
    }
    await writeKeys(unit, place, open);
    return open.length;
  });
  return written === undefined ? undefined : { written, failed };
}

function examine(
  services: UpcomingKeysServices,
  scope: AccessScope,
  { module, field }: Place,
  { version, convert }: UpcomingField,
  stored: StoredRecord,
): 'open' | FailedValue | 'done' {
  const document = decodeRecord(services, scope, module, stored);
  const value = document[field.name];
  const isSensitive = field.definition.sensitive === true;
  // No key decrypts it: it stays as it is, whatever the type of the field.
  if (isSensitive && isEncrypted(value)) return 'done';
  const result = convert(value);
  if (!result.ok) {
    const name = toText(document[module.nameField]) || document._id;
    return { _id: document._id, name, value: isSensitive ? null : (value ?? null) };
  }
  return value !== undefined && value !== null && stored.definitionVersion < version ? 'open' : 'done';
}

async function writeKeys(unit: UnitOfWorkBuilder, { module, type }: Place, ids: readonly string[]): Promise<void> {
  for (const record of await unit.load(module, ids)) {
    if (record === undefined) continue;
    const { document } = record;
    const keys = makeKeys(module, document);
    const before: RecordKeysDraft = { ...keys };
    setFieldKeys(type.field, undefined, before);
    const draft: RecordDraft = { ...document };
    markCalculated(draft, { before: document, isCalculation: true, isWritten: false });
    unit.update(module, { document, keys: before }, { ...draft, _id: document._id, _version: unit.nextVersion(module, document) }, keys);
  }
}
