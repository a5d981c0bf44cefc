import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { fileKeysOf, FILES_COLLECTION, findAnswerPlace, type AnswerPlace, type FileEntry } from '../records/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { JsonValue, RecordDocument } from '#engine/model';
import { answerAgain, answerSame, digestOfUpload } from './answer-again.ts';
import type { FileView, UploadInput } from './contract.ts';
import { foldersOf, type FileServices } from './create-files.ts';
import { examine, tooLarge } from './examine.ts';
import { addressName, cleanName, extensionOf } from './file-name.ts';
import { viewFile } from './file-view.ts';
import { readRules, type UploadRules } from './rules.ts';
import { holdToRoom, readRoom } from './waiting-uploads.ts';

const DAY = 24 * 3_600_000;
/** Bytes that uploads leave free: records are saved on the same disk. */
const RESERVE = 64 * 1_048_576;

/** An upload whose name and announced size are accepted. */
interface Accepted {
  readonly name: string;
  readonly extension: string;
  readonly folders: readonly string[];
  readonly rules: UploadRules;
  readonly announced: number;
}

/**
 * Notes the file, keeps its content, and only then lets it be seen. Whatever goes wrong on the way takes both away again;
 * what a killed process left is found by its note, and goes after a day.
 */
export async function uploadFile(services: FileServices, scope: AccessScope, input: UploadInput): Promise<FileView> {
  const accepted = accept(scope, input);
  const { name, extension, rules } = accepted;
  const place = await placeOf(services, scope, input);
  if (place?.kept !== undefined) return answerAgain(place.kept, accepted, input.content, { name, extension, maxBytes: rules.maxBytes });
  const room = await readRoom(services, scope, rules, accepted.announced);
  const assertRoom = async (more: number): Promise<void> => {
    const free = await services.contents.freeBytes();
    if (free !== undefined && free - more < RESERVE) throw new MusterError('store_full');
  };
  await assertRoom(accepted.announced);
  const entry = await note(services, scope, accepted);
  try {
    const content = examine(holdToRoom(input.content, room, rules.waiting), { name, extension, maxBytes: rules.maxBytes, assertRoom });
    const { size } = await services.contents.put(entry._id, content.pieces);
    const ready: FileEntry = { ...entry, size, digest: content.digest(), state: 'ready', _version: entry._version + 1 };
    if (await finish(services, entry, ready, keep(services, place, accepted, ready))) return viewFile(ready);
    const first = await findFirst(services, scope, input, { accepted, digest: ready.digest });
    await takeBack(services, entry);
    return first;
  } catch (error) {
    await takeBack(services, entry);
    throw error;
  }
}

function accept(scope: AccessScope, { name: given, folder, announced = 0 }: UploadInput): Accepted {
  const folders = foldersOf(folder);
  const rules = readRules(scope.snapshot, folders[0]);
  const name = cleanName(given);
  const extension = extensionOf(name);
  if (!rules.extensions.has(extension)) throw new MusterError('file_kind_refused', { values: { kind: extension === '' ? 'without an extension' : `.${extension}` } });
  if (announced > rules.maxBytes) throw tooLarge(name, rules.maxBytes);
  return { name, extension, folders, rules, announced };
}

async function placeOf(services: FileServices, { actor }: AccessScope, { idempotency }: UploadInput): Promise<AnswerPlace | undefined> {
  return idempotency === undefined ? undefined : findAnswerPlace(services, actor.userId, idempotency);
}

async function note({ store, clock, ids }: FileServices, { rights }: AccessScope, { name, extension, folders, announced }: Accepted): Promise<FileEntry> {
  const _id = ids.next();
  const now = clock.now();
  const path = ['/api/files', ...folders, _id, addressName(name, now)].join('/');
  const entry: FileEntry = { _id, _version: 1, name, path, extension, size: announced, digest: '', uploaded_by: rights.userId ?? '', uploaded_at: new Date(now).toISOString(), state: 'arriving', due: now + DAY };
  const result = await store.commit({ writes: [{ kind: 'insert', collection: FILES_COLLECTION.name, document: entry as unknown as RecordDocument, keys: fileKeysOf(entry), definitionVersion: 0 }] });
  if (!result.committed) throw new MusterError('overloaded');
  return entry;
}

/** The answer to the key, for the commit that lets the file be seen. */
function keep({ clock }: FileServices, place: AnswerPlace | undefined, accepted: Accepted, ready: FileEntry): readonly StoreWrite[] {
  return place === undefined ? [] : [place.write({ at: clock.now(), digest: digestOfUpload(accepted, ready.digest), answer: viewFile(ready) as unknown as JsonValue })];
}

async function finish({ store }: FileServices, before: FileEntry, ready: FileEntry, beside: readonly StoreWrite[]): Promise<boolean> {
  const result = await store.commit({ writes: [{ kind: 'update', collection: FILES_COLLECTION.name, document: ready as unknown as RecordDocument, keys: fileKeysOf(ready), previousKeys: fileKeysOf(before), expectedVersion: before._version, definitionVersion: 0 }, ...beside] });
  return result.committed;
}

/** Another upload with the same key was first: its answer is this one's too. Errors: `idempotency_conflict`, `upload_broken_off`. */
async function findFirst(services: FileServices, scope: AccessScope, input: UploadInput, { accepted, digest }: { readonly accepted: Accepted; readonly digest: string }): Promise<FileView> {
  const kept = (await placeOf(services, scope, input))?.kept;
  // House-keeping took it for one that never arrives: it was a day on its way.
  if (kept === undefined) throw new MusterError('upload_broken_off');
  return answerSame(kept, accepted, digest);
}

/** The content first: while it is there, the note must be. */
async function takeBack({ contents, store, log }: FileServices, entry: FileEntry): Promise<void> {
  try {
    await contents.remove(entry._id);
    await store.commit({ writes: [{ kind: 'remove', collection: FILES_COLLECTION.name, id: entry._id, previousKeys: fileKeysOf(entry), expectedVersion: entry._version }] });
  } catch (error) {
    log.warn({ file: entry._id, error: error instanceof Error ? error.name : 'unknown' }, 'an upload that failed is still to be cleared away');
  }
}
