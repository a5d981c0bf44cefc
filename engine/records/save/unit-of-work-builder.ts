import type { AccessScope } from '../../access/index.ts';
import type { AbsenceCheck, CipherPort, StoredRecord, StorePort, StoreWrite, UnitOfWork, VersionCheck } from '../../ports/index.ts';
import { compileMatcher, type FilterNode } from '#engine/model/filter';
import { makeKeys } from '#engine/model/keys';
import type { CompiledModule, RecordKeys } from '#engine/model/compiled';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import { SystemDocuments } from '../documents/system-documents.ts';
import { decodeRecord, encryptValues, plaintextKeysOf } from '../encryption/encrypt-record.ts';

/** A record inside a unit: as the unit will write it, otherwise as stored. */
export interface UnitRecord {
  readonly document: RecordDocument;
  /** Keys of the document, if they are already computed. */
  readonly keys: RecordKeys | undefined;
}

interface RequiredAbsence extends Pick<AbsenceCheck, 'exceptIds' | 'lockKeys'> {
  readonly module: CompiledModule;
  readonly filter: FilterNode;
}

interface PendingRecord {
  readonly module: CompiledModule;
  readonly kind: 'insert' | 'update' | 'remove';
  /** The version in the store, and its keys. */
  readonly storedVersion: number;
  readonly storedKeys: RecordKeys;
  /** The record before, for values that no key decrypted: they are written back unchanged. */
  readonly before?: RecordDocument;
  readonly document: RecordDocument;
  readonly keys: RecordKeys;
}

/**
 * Builds a unit of work: buffered writes, one per record however often it is changed; the versions of what was read;
 * and searches that must still find nothing. Reads include the unit's own writes.
 */
export class UnitOfWorkBuilder {
  readonly #store: StorePort;
  readonly #cipher: CipherPort;
  readonly #scope: AccessScope;
  readonly #pending = new Map<string, PendingRecord>();
  readonly #checks = new Map<string, VersionCheck>();
  readonly #guards: AbsenceCheck[] = [];
  readonly #absences: RequiredAbsence[] = [];
  readonly #internal: StoreWrite[] = [];
  /** Keys that the store may contain in plaintext, by record: it was written before the field was sensitive. */
  readonly #plaintextKeys = new Map<string, readonly string[]>();
  /** The values of inactive fields, by record. */
  readonly #inactive = new Map<string, JsonObject>();
  #raisesRights = false;
  #own: SystemDocuments | undefined;

  constructor({ store, cipher }: { readonly store: StorePort; readonly cipher: CipherPort }, scope: AccessScope) {
    this.#store = store;
    this.#cipher = cipher;
    this.#scope = scope;
  }

  /** Reads records by id, including the unit's own writes. Does not track their versions: see {@link addVersionCheck}. */
  async load(module: CompiledModule, ids: readonly string[]): Promise<readonly (UnitRecord | undefined)[]> {
    if (this.#pending.size === 0) return (await this.#store.get(module.storage.name, ids)).map((stored) => this.#fresh(module, stored));
    const missing = ids.filter((id) => !this.#pending.has(place(module, id)));
    const stored = missing.length === 0 ? [] : await this.#store.get(module.storage.name, missing);
    const found = new Map(missing.map((id, index) => [id, this.#fresh(module, stored[index])]));
    return ids.map((id) => {
      const pending = this.#pending.get(place(module, id));
      return pending === undefined ? found.get(id) : pending.kind === 'remove' ? undefined : pending;
    });
  }

  /** Requires that a record still has this version at commit (null: that it does not exist). */
  addVersionCheck(module: CompiledModule, id: string, version: number | null): void {
    const key = place(module, id);
    if (!this.#pending.has(key)) this.#checks.set(key, { collection: module.storage.name, id, version });
  }

  /** The unit's own writes to a module, for searches that must include them. */
  pendingIn(
    module: CompiledModule,
  ): readonly { readonly document: RecordDocument; readonly keys: RecordKeys; readonly removed: boolean }[] {
    const found = [];
    for (const record of this.#pending.values())
      if (record.module === module) found.push({ document: record.document, keys: record.keys, removed: record.kind === 'remove' });
    return found;
  }

  /** Whether the unit writes the record already. */
  hasWritten(module: CompiledModule, id: string): boolean {
    return this.#pending.size > 0 && this.#pending.has(place(module, id));
  }

  /** The records that the unit writes, as `module:id`. */
  pendingRefs(): readonly string[] {
    return [...this.#pending.values()].map(({ module, document }) => `${module.name}:${document._id}`);
  }

  insert(module: CompiledModule, document: RecordDocument, keys: RecordKeys): void {
    this.#put({ module, kind: 'insert', storedVersion: 0, storedKeys: {}, document, keys });
  }

  /** Writes a changed record; `before` is the result of `load`. The document's `_version` is set by {@link nextVersion}. */
  update(module: CompiledModule, before: UnitRecord, document: RecordDocument, keys: RecordKeys): void {
    const earlier = this.#pending.get(place(module, document._id));
    if (earlier !== undefined) return this.#put({ ...earlier, document, keys });
    this.#put({
      module,
      kind: 'update',
      storedVersion: before.document._version,
      storedKeys: this.#storedKeys(module, before),
      before: before.document,
      document,
      keys,
    });
  }

  /** Whether a loaded record is stored with sensitive values in plaintext. */
  hasPlaintext(module: CompiledModule, id: string): boolean {
    return this.#plaintextKeys.has(place(module, id));
  }

  /** Writes a record unchanged, in the current storage format. */
  rewrite(module: CompiledModule, before: UnitRecord): void {
    this.update(
      module,
      before,
      { ...before.document, _version: this.nextVersion(module, before.document) },
      makeKeys(module, before.document),
    );
  }

  remove(module: CompiledModule, before: UnitRecord): void {
    const keys = before.keys ?? makeKeys(module, before.document);
    this.#put({ module, kind: 'remove', storedVersion: before.document._version, storedKeys: keys, document: before.document, keys });
  }

  /** The version of a record after this unit: one more than stored, however often the unit changes it. */
  nextVersion(module: CompiledModule, document: RecordDocument): number {
    return this.#pending.has(place(module, document._id)) ? document._version : document._version + 1;
  }

  addAbsenceCheck(addAbsenceCheck: AbsenceCheck): void {
    this.#guards.push(addAbsenceCheck);
  }

  /** Requires that no record matches the filter after the unit, neither stored nor written by the unit itself. */
  requireAbsence(module: CompiledModule, filter: FilterNode, options: Pick<AbsenceCheck, 'exceptIds' | 'lockKeys'>): void {
    this.#absences.push({ module, filter, ...options });
  }

  /** Whether a record that the unit itself writes matches a filter that must match nothing: the store checks only the other records. */
  breaksOwnAbsence(): boolean {
    return this.#absences.some(({ module, filter, exceptIds }) => {
      const others = this.pendingIn(module).filter(({ document, removed }) => !removed && !exceptIds.includes(document._id));
      if (others.length === 0) return false;
      const matches = compileMatcher(filter);
      return others.some(({ document, keys }) => matches(document._id, keys));
    });
  }

  /** Nothing has been written to the unit yet. */
  get isEmpty(): boolean {
    return this.#pending.size === 0 && this.#internal.length === 0;
  }

  /** Adds the write of a system document. */
  addWrite(write: StoreWrite): void {
    this.#internal.push(write);
  }

  /** System documents that the unit may change more than once. */
  get systemDocuments(): SystemDocuments {
    return (this.#own ??= new SystemDocuments(this.#store));
  }

  bumpRightsVersion(): void {
    this.#raisesRights = true;
  }

  /** The unit of work to commit; `undefined` if nothing is written. */
  build(definitionVersion: number): UnitOfWork | undefined {
    if (this.isEmpty) return undefined;
    const writes: StoreWrite[] = [];
    for (const record of this.#pending.values())
      writes.push(toWrite(record, definitionVersion, this.#cipher, this.#inactive.get(place(record.module, record.document._id))));
    for (const write of this.#internal) writes.push(write);
    if (this.#own !== undefined) writes.push(...this.#own.writes());
    return {
      writes,
      ...(this.#checks.size > 0 || this.#own !== undefined
        ? { versionChecks: [...this.#openChecks(), ...(this.#own?.checks() ?? [])] }
        : {}),
      ...(this.#guards.length + this.#absences.length > 0 ? { absenceChecks: [...this.#guards, ...this.#storedAbsences()] } : {}),
      ...(this.#raisesRights ? { bumps: ['rights'] as const } : {}),
    };
  }

  /** A write checks its own version. A separate check is only added if it requires another version, and then the unit is stale. */
  #openChecks(): readonly VersionCheck[] {
    return [...this.#checks].filter(([key, check]) => this.#pending.get(key)?.storedVersion !== check.version).map(([, check]) => check);
  }

  /** The checks of the records that the unit does not write: those that it writes are checked by `breaksOwnAbsence` and their versions. */
  #storedAbsences(): readonly AbsenceCheck[] {
    return this.#absences.map(({ module, filter, exceptIds, lockKeys }) => ({
      collection: module.storage.name,
      filter,
      exceptIds: [...new Set([...exceptIds, ...this.pendingIn(module).map(({ document }) => document._id)])],
      lockKeys,
    }));
  }

  #put(record: PendingRecord): void {
    this.#pending.set(place(record.module, record.document._id), record);
  }

  /** A key that is stored in plaintext gets another value here, so that the store overwrites it. */
  #storedKeys(module: CompiledModule, before: UnitRecord): RecordKeys {
    const keys = before.keys ?? makeKeys(module, before.document);
    const clear = this.#plaintextKeys.get(place(module, before.document._id));
    return clear === undefined ? keys : { ...keys, ...Object.fromEntries(clear.map((id) => [id, 0])) };
  }

  #fresh(module: CompiledModule, stored: StoredRecord | undefined): UnitRecord | undefined {
    if (stored === undefined) return undefined;
    const inactive = this.#scope.snapshot.inactiveValues(module, stored);
    if (inactive !== undefined) this.#inactive.set(place(module, stored.document._id), inactive);
    const clear = plaintextKeysOf(this.#scope, module, stored);
    if (clear.length > 0) this.#plaintextKeys.set(place(module, stored.document._id), clear);
    return { document: decodeRecord({ cipher: this.#cipher }, this.#scope, module, stored), keys: undefined };
  }
}

function place(module: CompiledModule, id: string): string {
  return `${module.id}/${id}`;
}

function toWrite(record: PendingRecord, definitionVersion: number, cipher: CipherPort, inactive: JsonObject | undefined): StoreWrite {
  const collection = record.module.storage.name;
  const { keys } = record;
  const document = encryptValues(cipher, record.module, record.document._id, record.document, record.before);
  if (record.kind === 'insert') return { kind: 'insert', collection, document, keys, definitionVersion };
  if (record.kind === 'remove')
    return { kind: 'remove', collection, id: document._id, previousKeys: record.storedKeys, expectedVersion: record.storedVersion };
  return {
    kind: 'update',
    collection,
    document: inactive === undefined ? document : { ...inactive, ...document },
    keys,
    previousKeys: record.storedKeys,
    expectedVersion: record.storedVersion,
    definitionVersion,
  };
}
