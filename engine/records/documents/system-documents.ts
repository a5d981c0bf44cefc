import type { StorePort, StoreWrite, VersionCheck } from '../../ports/index.ts';
import type { RecordDocument } from '#engine/model/values';
import type { RecordKeys } from '#engine/model/compiled';

interface SystemDocumentDraft {
  readonly collection: string;
  /** The document in the store, and its keys. */
  readonly stored: RecordDocument | undefined;
  readonly storedKeys: RecordKeys;
  readonly document: RecordDocument;
  readonly keys: RecordKeys;
}

/** System documents that one unit may change more than once. Each is written once, in its last state. */
export class SystemDocuments {
  readonly #store: StorePort;
  readonly #drafts = new Map<string, SystemDocumentDraft>();
  readonly #checks = new Map<string, VersionCheck>();

  constructor(store: StorePort) {
    this.#store = store;
  }

  /** A document as the unit will write it, otherwise as stored. */
  async load(collection: string, id: string): Promise<RecordDocument | undefined> {
    const draft = this.#drafts.get(placeOf(collection, id));
    return draft === undefined ? (await this.#store.get(collection, [id]))[0]?.document : draft.document;
  }

  /** Writes a document; `before` is the result of {@link load}, with the keys that it was written with. Sets the version. */
  put(
    collection: string,
    id: string,
    values: { readonly [name: string]: RecordDocument[string] },
    keys: RecordKeys,
    before: { readonly document: RecordDocument | undefined; readonly keys: RecordKeys },
  ): void {
    const earlier = this.#drafts.get(placeOf(collection, id));
    const stored = earlier === undefined ? before.document : earlier.stored;
    const storedKeys = earlier === undefined ? before.keys : earlier.storedKeys;
    this.#drafts.set(placeOf(collection, id), {
      collection,
      stored,
      storedKeys,
      document: { ...values, _id: id, _version: (stored?._version ?? 0) + 1 },
      keys,
    });
  }

  /** Requires that a document is unchanged when the unit is committed. */
  addVersionCheck(collection: string, document: RecordDocument): void {
    this.#checks.set(placeOf(collection, document._id), { collection, id: document._id, version: document._version });
  }

  writes(): readonly StoreWrite[] {
    return [...this.#drafts.values()].map(({ collection, stored, storedKeys, document, keys }): StoreWrite => {
      const write = { collection, document, keys, definitionVersion: 0 };
      return stored === undefined
        ? { kind: 'insert', ...write }
        : { kind: 'update', ...write, previousKeys: storedKeys, expectedVersion: stored._version };
    });
  }

  checks(): readonly VersionCheck[] {
    return [...this.#checks.values()];
  }
}

function placeOf(collection: string, id: string): string {
  return `${collection}/${id}`;
}
