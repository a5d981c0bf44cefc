import { createHash, type Hash } from 'node:crypto';
import { copyActor, type AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import { formatBytes } from '#engine/model/values';
import type { ImportState } from '#engine/model/wire';
import type { ImportUpload } from './contract.ts';
import type { ImportContext } from './import-context.ts';
import { IMPORT_RETENTION, MAX_FILE_BYTES, MAX_OPEN_IMPORTS } from './limits.ts';
import { stageFile, type StagedFile } from './read/stage-file.ts';
import { startProgress } from './run/run-import.ts';
import { IMPORT_KEYS, IMPORTS, type StoredImport } from './stored-import.ts';

/** Bytes of disk space that uploads leave free, because records are stored on the same disk. */
const RESERVED_BYTES = 64 * 1_048_576;

const OPEN_STATES: readonly ImportState[] = ['draft', 'checking', 'checked', 'running', 'paused', 'failed'];

/** Stores a file with its rows, and returns the import that it would be; nothing is left after an error. */
export async function storeFile(
  context: ImportContext,
  scope: AccessScope,
  module: CompiledModule,
  input: ImportUpload,
): Promise<StoredImport> {
  await assertCanStore(context, scope, input);
  const { contents, ids, clock } = context;
  const [id, content, staged] = [ids.next(), ids.next(), ids.next()];
  const hash = createHash('sha256');
  try {
    const { size } = await contents.put(content, limitSize(input, hash));
    const file = await stageFile(contents, { name: input.name, format: input.format, choice: input.read ?? {}, content, staged });
    const now = clock.now();
    const made: StoredImport = {
      _id: id,
      _version: 0,
      user: scope.actor.userId ?? '',
      actor: copyActor(scope.actor),
      module: scope.snapshot.moduleNames.keyOf(module.name),
      program: null,
      state: 'draft',
      at: now,
      due: now + IMPORT_RETENTION,
      digest: hash.digest('hex'),
      content,
      staged,
      ...describeFile(input.name, size, file),
      columns: [],
      constants: {},
      duplicates: { action: 'skip', by: [] },
      corrections: { cells: [], values: [] },
      rememberedFrom: null,
      earlier: null,
      run: 0,
      next: 0,
      base: null,
      counts: [],
      summary: null,
      progress: startProgress(file.rows),
      refused: [],
      batch: null,
      problem: null,
      startedAt: null,
      endedAt: null,
    };
    return { ...made, earlier: await findEarlier(context, made) };
  } catch (error) {
    await removeContents(context, { content, staged });
    throw error;
  }
}

/** What is known of a file after it was read. */
export function describeFile(name: string, size: number, staged: StagedFile) {
  const { format, encoding, delimiter, header, sheet, sheets, headers, profiles, rows, offsets } = staged;
  return { file: { name, size, format, encoding, delimiter, header, sheet, sheets }, headers, profiles, rows, offsets };
}

/** Errors: `action_not_allowed` for an actor who is not a user, `file_too_large`, `store_full`, `imports_too_many`. */
async function assertCanStore({ store, contents }: ImportContext, { actor }: AccessScope, input: ImportUpload): Promise<void> {
  const { name, declaredSize = 0 } = input;
  if (actor.userId === undefined) throw new MusterError('action_not_allowed', { values: { action: 'import' } });
  if (declaredSize > MAX_FILE_BYTES) throw createSizeError(name);
  const free = await contents.freeBytes();
  // The rows are stored beside the file, and take about as much space.
  if (free !== undefined && free - 2 * declaredSize < RESERVED_BYTES) throw new MusterError('store_full');
  const filter: FilterNode = {
    kind: 'all',
    nodes: [
      { kind: 'equals', key: IMPORT_KEYS.user, values: [actor.userId] },
      { kind: 'equals', key: IMPORT_KEYS.state, values: OPEN_STATES },
    ],
  };
  const { total } = await store.count({ collection: IMPORTS.name, filter });
  if (total >= MAX_OPEN_IMPORTS) throw new MusterError('imports_too_many', { values: { most: MAX_OPEN_IMPORTS } });
}

async function* limitSize({ name, content }: ImportUpload, hash: Hash): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of content) {
    size += piece.byteLength;
    if (size > MAX_FILE_BYTES) throw createSizeError(name);
    hash.update(piece);
    yield piece;
  }
  if (size === 0) throw new MusterError('file_empty', { values: { name } });
}

function createSizeError(name: string): MusterError {
  return new MusterError('file_too_large', { values: { name, limit: formatBytes(MAX_FILE_BYTES) }, data: { maxBytes: MAX_FILE_BYTES } });
}

/** Removes the file of an import and its rows. Errors: of the files port. */
export async function removeContents(
  { contents }: ImportContext,
  { content, staged }: Pick<StoredImport, 'content' | 'staged'>,
): Promise<void> {
  await contents.remove(staged);
  await contents.remove(content);
}

/** The last import of the same file into the same module by the same user that is done and was not undone. */
async function findEarlier({ store, records }: ImportContext, one: StoredImport): Promise<StoredImport['earlier']> {
  const filter: FilterNode = { kind: 'equals', key: IMPORT_KEYS.digest, values: [one.digest] };
  const found = await store.find({ collection: IMPORTS.name, filter, sort: [{ kind: 'id', descending: true }], limit: 50 });
  for (const { document } of found) {
    const other = document as unknown as StoredImport;
    const isSame = other.user === one.user && other.module === one.module && other.state === 'done' && other.batch !== null;
    if (!isSame || other.batch === null || other.progress.created + other.progress.updated === 0) continue;
    const undo = await records.undoProgress(one.actor, { batchId: other.batch }).catch(() => undefined);
    if (undo?.state !== 'done') return { id: other._id, at: other.startedAt ?? other.at };
  }
  return null;
}
