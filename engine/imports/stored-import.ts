import { MusterError } from '../errors/index.ts';
import type { Actor } from '../access/index.ts';
import type { StorePort, StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, createDocumentWrite, readStoredDocument } from '../records/index.ts';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type {
  ImportColumnChoice,
  ImportCorrections,
  ImportCounts,
  ImportDuplicates,
  ImportFileView,
  ImportProgress,
  ImportRefusal,
  ImportState,
  ImportSummary,
} from '#engine/model/wire';
import type { ColumnProfile } from './read/profile-columns.ts';

function key(id: string, kind: KeySchema['kind'] = 'text'): KeySchema {
  return { id, kind, list: false };
}

/** `due` is the time at which an import is removed. `digest` is that of the file; `request` that of an idempotency key. */
export const IMPORT_KEYS = {
  user: key('user'),
  state: key('state'),
  digest: key('digest'),
  request: key('request'),
  due: key('due', 'number'),
} as const;

/** Imports, one document each. */
export const IMPORTS: CollectionSchema = {
  name: '_imports',
  keys: Object.values(IMPORT_KEYS),
  indexes: [{ keys: ['user'] }, { keys: ['state'] }, { keys: ['digest'] }, { keys: ['request'], sparse: true }, { keys: ['due'] }],
  contains: [],
};

/** The key of the import that a chunk belongs to. */
export const CHUNK_IMPORT = key('import');

/** What the rows of imports did, one document for each chunk of rows of a check or a run. */
export const IMPORT_CHUNKS: CollectionSchema = {
  name: '_import_chunks',
  keys: [CHUNK_IMPORT],
  indexes: [{ keys: ['import'] }],
  contains: [],
};

/** What users chose for columns and values before, one document for each user and module. */
export const IMPORT_CHOICES: CollectionSchema = { name: '_import_choices', keys: [], indexes: [], contains: [] };

/** All collections of this package; main creates them with the others. */
export const IMPORT_COLLECTIONS: readonly CollectionSchema[] = [IMPORTS, IMPORT_CHUNKS, IMPORT_CHOICES];

/** The column that is added to the file of errors, and ignored when that is imported. */
export const PROBLEMS_HEADER = 'Problems';

/** How the rows of a program match records: all fields of `key` must be the same. */
export interface ProgramMode {
  readonly mode: 'create' | 'update' | 'upsert';
  readonly key: readonly string[];
  readonly dryRun: boolean;
  /** Rules about duplicates do not refuse rows. */
  readonly allowDuplicates: boolean;
}

/** A stored import. Times in epoch milliseconds. */
export interface StoredImport {
  readonly _id: string;
  readonly _version: number;
  readonly user: string;
  /** Who imports, with what narrows their rights. */
  readonly actor: Actor;
  /** The name that keys have for the module. */
  readonly module: string;
  readonly program: ProgramMode | null;
  readonly state: ImportState;
  readonly at: number;
  readonly due: number;
  readonly digest: string;
  /** Absent: no idempotency key was sent. */
  readonly request?: string;
  readonly file: ImportFileView;
  /** Ids of the contents of the file, and of its rows. */
  readonly content: string;
  readonly staged: string;
  readonly headers: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly rows: number;
  readonly offsets: readonly number[];
  readonly columns: readonly ImportColumnChoice[];
  readonly constants: JsonObject;
  readonly duplicates: ImportDuplicates;
  readonly corrections: ImportCorrections;
  readonly rememberedFrom: number | null;
  readonly earlier: { readonly id: string; readonly at: number } | null;
  /** Counts the checks and runs: each has chunks of its own. */
  readonly run: number;
  /** The next chunk of the check or run. */
  readonly next: number;
  /** What new records of that chunk get their ids from, so that a run that was killed recognizes them; null: it is a check. */
  readonly base: string | null;
  /** Counts of the rows of each chunk. */
  readonly counts: readonly ImportCounts[];
  readonly summary: ImportSummary | null;
  readonly progress: ImportProgress;
  readonly refused: readonly ImportRefusal[];
  readonly batch: string | null;
  readonly problem: { readonly code: string; readonly text: string } | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** The result of a row. */
export interface StoredRowResult {
  /** Problems with their columns; null: the row as a whole. */
  readonly problems?: readonly StoredProblem[];
  /** What the changed fields of its record contained before, as texts. */
  readonly was?: { readonly [field: string]: string };
  /** Id of its record. */
  readonly record?: string;
}

/** A problem of a row. */
export interface StoredProblem {
  readonly column: number | null;
  readonly field: string | null;
  readonly code: string;
  readonly text: string;
}

/** The results of a chunk of rows: a letter for the state of each row, and more about those that have more. */
export interface StoredChunk {
  readonly states: string;
  /** By the place of the row in the chunk. */
  readonly results: { readonly [place: string]: StoredRowResult };
}

/** Reads an import. Errors: `import_not_found`. */
export async function requireImport(store: StorePort, id: string): Promise<StoredImport> {
  const found = await readStoredDocument(store, IMPORTS, id);
  if (found === undefined) throw new MusterError('import_not_found');
  return found as unknown as StoredImport;
}

/** The write that inserts an import, or replaces it as it was read. */
export function writeImport(before: StoredImport | undefined, after: Omit<StoredImport, '_version'>): StoreWrite {
  const { _id, ...fields } = after;
  const { _version: _, ...body } = fields as Omit<StoredImport, '_id'>;
  return createDocumentWrite(IMPORTS, _id, before as unknown as RecordDocument | undefined, body as unknown as JsonObject);
}

/**
 * Changes an import, from its state at that moment, with more writes in the same commit. `change` returns undefined if there is nothing to
 * do. Errors: `import_not_found`, those of `change`, `overloaded`.
 */
export function changeImport(
  store: StorePort,
  id: string,
  change: (now: StoredImport) => { readonly after: StoredImport; readonly writes?: readonly StoreWrite[] } | undefined,
): Promise<StoredImport> {
  return commitUnitWithRetry(store, async () => {
    const now = await requireImport(store, id);
    const changed = change(now);
    if (changed === undefined) return { unit: undefined, result: now };
    const { after, writes = [] } = changed;
    return { unit: { writes: [writeImport(now, after), ...writes] }, result: { ...after, _version: now._version + 1 } };
  });
}

/** Ids of chunks sort by their place, so that one can be read without a search. */
export function chunkId({ _id, run }: Pick<StoredImport, '_id' | 'run'>, chunk: number): string {
  return `${_id}:${run}:${chunk}`;
}

export function writeChunk(owner: Pick<StoredImport, '_id' | 'run'>, chunk: number, results: StoredChunk): StoreWrite {
  return createDocumentWrite(IMPORT_CHUNKS, chunkId(owner, chunk), undefined, {
    import: owner._id,
    ...(results as unknown as { readonly [name: string]: JsonValue }),
  });
}

/** The results of a chunk; undefined: it was not checked. */
export async function readChunkResults(
  store: StorePort,
  owner: Pick<StoredImport, '_id' | 'run'>,
  chunk: number,
): Promise<StoredChunk | undefined> {
  return (await readStoredDocument(store, IMPORT_CHUNKS, chunkId(owner, chunk))) as unknown as StoredChunk | undefined;
}
