import { createHash } from 'node:crypto';
import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import {
  fileKeysOf,
  FILES_COLLECTION,
  findIdempotencySlot,
  type IdempotencySlot,
  type FileEntry,
  readIdempotentResult,
} from '../records/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { FileView, UploadInput } from './contract.ts';
import type { FileContext } from './file-context.ts';
import { validateContent, tooLarge, type ValidateContentOptions } from './validate-content.ts';
import { addressName, cleanName, extensionOf, foldersOf } from './file-name.ts';
import { toFileView } from './read-file.ts';
import { readRules, limitToQuota, readRemainingQuota, type UploadRules } from './rules.ts';

const DAY = 24 * 3_600_000;
/** Bytes of disk space that uploads leave free, because records are stored on the same disk. */
const RESERVED_BYTES = 64 * 1_048_576;

/** An upload whose name and declared size were accepted. */
interface AcceptedUpload {
  readonly name: string;
  readonly extension: string;
  readonly folders: readonly string[];
  readonly rules: UploadRules;
  readonly declaredSize: number;
}

/**
 * Inserts the file's entry, stores its content, and only then makes it visible. After an error both are removed; an entry left by a killed
 * process is removed by housekeeping after a day.
 */
export async function uploadFile(services: FileContext, scope: AccessScope, input: UploadInput): Promise<FileView> {
  const accepted = accept(scope, input);
  const { name, extension, rules } = accepted;
  const place = await findSlot(services, scope, input);
  if (place?.record !== undefined)
    return replayUpload(place.record, accepted, input.content, { name, extension, maxBytes: rules.maxBytes });
  const remaining = await readRemainingQuota(services, scope, rules, accepted.declaredSize);
  const assertFreeSpace = async (more: number): Promise<void> => {
    const free = await services.contents.freeBytes();
    if (free !== undefined && free - more < RESERVED_BYTES) throw new MusterError('store_full');
  };
  await assertFreeSpace(accepted.declaredSize);
  const entry = await insertEntry(services, scope, accepted);
  try {
    const content = validateContent(limitToQuota(input.content, remaining, rules.quota), {
      name,
      extension,
      maxBytes: rules.maxBytes,
      assertFreeSpace,
    });
    const { size } = await services.contents.put(entry._id, content.chunks);
    const ready: FileEntry = { ...entry, size, digest: content.digest(), state: 'ready', _version: entry._version + 1 };
    if (await finish(services, entry, ready, idempotencyWrites(services, place, accepted, ready))) return toFileView(ready);
    const first = await findFirst(services, scope, input, { accepted, digest: ready.digest });
    await discard(services, entry);
    return first;
  } catch (error) {
    await discard(services, entry);
    throw error;
  }
}

function accept(scope: AccessScope, { name: given, folder, declaredSize = 0 }: UploadInput): AcceptedUpload {
  const folders = foldersOf(folder);
  const rules = readRules(scope.snapshot, folders[0]);
  const name = cleanName(given);
  const extension = extensionOf(name);
  if (!rules.extensions.has(extension))
    throw new MusterError('file_kind_refused', { values: { kind: extension === '' ? 'without an extension' : `.${extension}` } });
  if (declaredSize > rules.maxBytes) throw tooLarge(name, rules.maxBytes);
  return { name, extension, folders, rules, declaredSize };
}

async function findSlot(services: FileContext, { actor }: AccessScope, { idempotency }: UploadInput): Promise<IdempotencySlot | undefined> {
  return idempotency === undefined ? undefined : findIdempotencySlot(services, actor.userId, idempotency);
}

async function insertEntry(
  { store, clock, ids }: FileContext,
  { rights }: AccessScope,
  { name, extension, folders, declaredSize }: AcceptedUpload,
): Promise<FileEntry> {
  const _id = ids.next();
  const now = clock.now();
  const path = ['/api/files', ...folders, _id, addressName(name, now)].join('/');
  const entry: FileEntry = {
    _id,
    _version: 1,
    name,
    path,
    extension,
    size: declaredSize,
    digest: '',
    uploaded_by: rights.userId ?? '',
    uploaded_at: new Date(now).toISOString(),
    state: 'arriving',
    due: now + DAY,
  };
  const result = await store.commit({
    writes: [
      {
        kind: 'insert',
        collection: FILES_COLLECTION.name,
        document: entry as unknown as RecordDocument,
        keys: fileKeysOf(entry),
        definitionVersion: 0,
      },
    ],
  });
  if (!result.committed) throw new MusterError('overloaded');
  return entry;
}

/** The idempotency record, for the commit that makes the file visible. */
function idempotencyWrites(
  { clock }: FileContext,
  place: IdempotencySlot | undefined,
  accepted: AcceptedUpload,
  ready: FileEntry,
): readonly StoreWrite[] {
  return place === undefined
    ? []
    : [
        place.toWrite({
          at: clock.now(),
          digest: digestOfUpload(accepted, ready.digest),
          result: toFileView(ready) as unknown as JsonValue,
        }),
      ];
}

async function finish({ store }: FileContext, before: FileEntry, ready: FileEntry, moreWrites: readonly StoreWrite[]): Promise<boolean> {
  const result = await store.commit({
    writes: [
      {
        kind: 'update',
        collection: FILES_COLLECTION.name,
        document: ready as unknown as RecordDocument,
        keys: fileKeysOf(ready),
        previousKeys: fileKeysOf(before),
        expectedVersion: before._version,
        definitionVersion: 0,
      },
      ...moreWrites,
    ],
  });
  return result.committed;
}

/** Another upload with the same key was committed first: returns its result. Errors: `idempotency_conflict`, `upload_interrupted`. */
async function findFirst(
  services: FileContext,
  scope: AccessScope,
  input: UploadInput,
  { accepted, digest }: { readonly accepted: AcceptedUpload; readonly digest: string },
): Promise<FileView> {
  const earlier = (await findSlot(services, scope, input))?.record;
  // Housekeeping removed the entry because the upload took longer than a day.
  if (earlier === undefined) throw new MusterError('upload_interrupted');
  return replayResponse(earlier, accepted, digest);
}

/** Removes the content first: as long as it exists, its entry must exist. */
async function discard({ contents, store, log }: FileContext, entry: FileEntry): Promise<void> {
  try {
    await contents.remove(entry._id);
    await store.commit({
      writes: [
        {
          kind: 'remove',
          collection: FILES_COLLECTION.name,
          id: entry._id,
          previousKeys: fileKeysOf(entry),
          expectedVersion: entry._version,
        },
      ],
    });
  } catch (error) {
    log.warn(
      { file: entry._id, error: error instanceof Error ? error.name : 'unknown' },
      'an upload that failed is still to be cleared away',
    );
  }
}

/** The parts of an upload, next to its content, that belong to the digest of its idempotency key. */
interface UploadMetadata {
  readonly name: string;
  readonly folders: readonly string[];
}

/** A digest of an upload. It excludes the multipart boundaries, which differ each time a form is sent. */
function digestOfUpload({ name, folders }: UploadMetadata, content: string): string {
  return createHash('sha256')
    .update(JSON.stringify([name, folders, content]))
    .digest('base64url');
}

/**
 * Returns the first result of an idempotency key. The content is read to its end for its digest, but not stored. Errors:
 * `idempotency_conflict` for another file, those of the content.
 */
async function replayUpload(
  stored: NonNullable<IdempotencySlot['record']>,
  head: UploadMetadata,
  content: AsyncIterable<Uint8Array>,
  options: Omit<ValidateContentOptions, 'assertFreeSpace'>,
): Promise<FileView> {
  const examined = validateContent(content, { ...options, assertFreeSpace: () => Promise.resolve() });
  for await (const _piece of examined.chunks) continue;
  return replayResponse(stored, head, examined.digest());
}

/** Errors: `idempotency_conflict` for another file. */
function replayResponse(stored: NonNullable<IdempotencySlot['record']>, head: UploadMetadata, content: string): FileView {
  return readIdempotentResult(stored, digestOfUpload(head, content)) as unknown as FileView;
}
