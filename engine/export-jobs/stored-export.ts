import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { ExportFormat, ExportValues } from '../exports/index.ts';
import type { StorePort } from '../ports/index.ts';
import { commitUnitWithRetry, createDocumentWrite, readStoredDocument, type ExportInput } from '../records/index.ts';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { ExportJobState } from '#engine/model/wire';

function key(id: string, kind: KeySchema['kind'] = 'text'): KeySchema {
  return { id, kind, list: false };
}

/** `due` is the time at which an export is removed. */
export const EXPORT_KEYS = { user: key('user'), state: key('state'), due: key('due', 'number') } as const;

/** Exports that run as jobs, one document each. */
export const EXPORTS_COLLECTION: CollectionSchema = {
  name: '_exports',
  keys: Object.values(EXPORT_KEYS),
  indexes: [{ keys: ['user'] }, { keys: ['state'] }, { keys: ['due'] }],
  contains: [],
};

/** What is exported, without its module. */
export type StoredInput = Pick<ExportInput, 'filter' | 'sort' | 'terms' | 'fields' | 'ids'>;

/** An export as stored. Times are epoch milliseconds. */
export interface StoredExport {
  readonly _id: string;
  readonly _version: number;
  readonly user: string;
  /** On whose behalf it is read, with their rights when the job runs. */
  readonly actor: Actor;
  /** The name that keys have for the module: it stays when the module is renamed. */
  readonly module: string;
  readonly input: StoredInput;
  readonly format: ExportFormat;
  readonly values: ExportValues;
  readonly filename: string;
  readonly state: ExportJobState;
  readonly done: number;
  readonly total: number | null;
  /** Id of the file, also of one that is not complete; null: no attempt has begun. */
  readonly content: string | null;
  readonly size: number | null;
  /** Digest of the rights that the file was written with. */
  readonly rights: string | null;
  readonly problem: { readonly code: string; readonly text: string } | null;
  readonly at: number;
  readonly endedAt: number | null;
  readonly due: number;
}

/** Reads an export. Errors: `export_not_found`. */
export async function requireExport(store: StorePort, id: string): Promise<StoredExport> {
  const found = await readStoredDocument(store, EXPORTS_COLLECTION, id);
  if (found === undefined) throw new MusterError('export_not_found');
  return found as unknown as StoredExport;
}

/** The write that inserts an export, or replaces it as it was read. */
export function writeExport(before: StoredExport | undefined, after: StoredExport) {
  const { _id, _version: _, ...body } = after;
  return createDocumentWrite(EXPORTS_COLLECTION, _id, before as unknown as RecordDocument | undefined, body as unknown as JsonObject);
}

/**
 * Changes an export, from its state at that moment. `change` returns undefined if there is nothing to do. Errors: `export_not_found`, those
 * of `change`, `overloaded`.
 */
export function changeExport(store: StorePort, id: string, change: (now: StoredExport) => StoredExport | undefined): Promise<StoredExport> {
  return commitUnitWithRetry(store, async () => {
    const now = await requireExport(store, id);
    const after = change(now);
    if (after === undefined) return { unit: undefined, result: now };
    return { unit: { writes: [writeExport(now, after)] }, result: { ...after, _version: now._version + 1 } };
  });
}
