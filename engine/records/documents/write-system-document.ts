import { MusterError } from '../../errors/index.ts';
import type { StorePort, StoreWrite } from '../../ports/index.ts';
import type { RecordDocument, RecordKeys } from '#engine/model';

const MAX_TRIES = 20;

/** The new state of a system document; `undefined`: it is removed. */
export interface SystemDocumentChange {
  readonly document: { readonly [name: string]: RecordDocument[string] } | undefined;
  readonly keys: RecordKeys;
  readonly previousKeys: RecordKeys;
}

/** Changes one system document, and repeats this from the stored state if another process was first. */
export async function updateSystemDocument(
  store: StorePort,
  collection: string,
  id: string,
  change: (before: RecordDocument | undefined) => SystemDocumentChange,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const [stored] = await store.get(collection, [id]);
    const before = stored?.document;
    const next = change(before);
    if (before === undefined && next.document === undefined) return;
    if ((await store.commit({ writes: [createSystemDocumentWrite(collection, id, before, next)] })).committed) return;
  }
  throw new MusterError('overloaded');
}

/** The write for the change of a system document. */
export function createSystemDocumentWrite(
  collection: string,
  id: string,
  before: RecordDocument | undefined,
  { document, keys, previousKeys }: SystemDocumentChange,
): StoreWrite {
  const expectedVersion = before?._version ?? 0;
  if (document === undefined) return { kind: 'remove', collection, id, previousKeys, expectedVersion };
  const whole: RecordDocument = { ...document, _id: id, _version: expectedVersion + 1 };
  if (before === undefined) return { kind: 'insert', collection, document: whole, keys, definitionVersion: 0 };
  return { kind: 'update', collection, document: whole, keys, previousKeys, expectedVersion, definitionVersion: 0 };
}
