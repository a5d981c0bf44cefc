import type { StorePort, StoreWrite, VersionCheck } from '../../ports/index.ts';
import type { RecordDocument, RecordKeys } from '#engine/model';

interface SystemDocumentDraft {
  readonly collection: string;
  /** As the store holds it; its keys with it. */
  readonly stored: RecordDocument | undefined;
  readonly storedKeys: RecordKeys;
  readonly document: RecordDocument;
  readonly keys: RecordKeys;
}

/** Documents of this room's own that one unit may change more than once: each is written once, as it is at last. */
export class SystemDocuments {
  readonly #store: StorePort;
  readonly #drafts = new Map<string, SystemDocumentDraft>();
  readonly #checks = new Map<string, VersionCheck>();

  constructor(store: StorePort) {
    this.#store = store;
  }

  /** A document as the unit will write it, else as it is stored. */
  async load(collection: string, id: string): Promise<RecordDocument | undefined> {
    const draft = this.#drafts.get(placeOf(collection, id));
    return draft === undefined ? (await this.#store.get(collection, [id]))[0]?.document : draft.document;
  }

  /** Writes a document; `before` is what {@link load} answered, with the keys that it was written with. The version is given here. */
  put(collection: string, id: string, values: { readonly [name: string]: RecordDocument[string] }, keys: RecordKeys, before: { readonly document: RecordDocument | undefined; readonly keys: RecordKeys }): void {
    const earlier = this.#drafts.get(placeOf(collection, id));
    const stored = earlier === undefined ? before.document : earlier.stored;
    const storedKeys = earlier === undefined ? before.keys : earlier.storedKeys;
    this.#drafts.set(placeOf(collection, id), { collection, stored, storedKeys, document: { ...values, _id: id, _version: (stored?._version ?? 0) + 1 }, keys });
  }

  /** Notes that the unit rests on a document being as it was read. */
  addVersionCheck(collection: string, document: RecordDocument): void {
    this.#checks.set(placeOf(collection, document._id), { collection, id: document._id, version: document._version });
  }

  writes(): readonly StoreWrite[] {
    return [...this.#drafts.values()].map(({ collection, stored, storedKeys, document, keys }): StoreWrite => {
      const write = { collection, document, keys, definitionVersion: 0 };
      return stored === undefined ? { kind: 'insert', ...write } : { kind: 'update', ...write, previousKeys: storedKeys, expectedVersion: stored._version };
    });
  }

  checks(): readonly VersionCheck[] {
    return [...this.#checks.values()];
  }
}

function placeOf(collection: string, id: string): string {
  return `${collection}/${id}`;
}
