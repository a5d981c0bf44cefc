import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { allOf, notOf } from '#engine/model/filter';
import { fileIdOf } from '#engine/model/field-types';
import type { CompiledField } from '#engine/model/compiled';
import type { JsonValue, RecordDocument, RecordDraft } from '#engine/model/values';
import { planOf } from '../access/access-plan.ts';
import { canReadField } from '../access/project-record.ts';
import { canSeeRecord, loadRecord } from '../access/record-access.ts';
import { fileVersionDaysOf, undoDaysOf } from '../history/change-entry.ts';
import { metadataOf } from '../module-metadata.ts';
import type { ParsedInput } from '../save/parse-input.ts';
import type { SaveAttempt, SaveRequest } from '../save/write-context.ts';
import {
  FILE_LINK_KEYS,
  FILE_LINKS_COLLECTION,
  fileHolderOf,
  fileKeysOf,
  fileLinkId,
  fileLinkKeysOf,
  FILES_COLLECTION,
  type FileEntry,
  type FileLink,
} from './file-entries.ts';

/** Maximum number of records with the file that are checked for whether one of them shows it to the actor. */
const MAX_FILE_LINKS = 50;

/**
 * Finds the changed File fields whose file does not exist, or that the actor neither uploaded nor may see in any
 * record; both give the same error. In a module of files, `filename` follows the file unless it was given.
 */
export async function checkFiles(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<ErrorDetail[]> {
  const { module } = request;
  const problems: ErrorDetail[] = [];
  for (const field of metadataOf(module).files) {
    if (!input.changed.has(field.name)) continue;
    const entry = await loadFile(attempt, input.draft[field.name]);
    if (input.draft[field.name] === undefined) syncFilename(request, field, undefined, input);
    else if (entry === undefined || !(request.trusted || (await mayAttach(attempt, request, field, entry))))
      problems.push(createMissingFileDetail(field));
    else syncFilename(request, field, entry.name, input);
  }
  return problems;
}

/** The file at a path, if it exists and its upload is complete. */
async function loadFile(attempt: SaveAttempt, path: JsonValue | undefined): Promise<FileEntry | undefined> {
  const id = typeof path === 'string' ? fileIdOf(path) : undefined;
  const [stored] = id === undefined ? [] : await attempt.services.store.get(FILES_COLLECTION.name, [id]);
  const entry = stored?.document as unknown as FileEntry | undefined;
  return entry?.state === 'ready' && entry.path === path ? entry : undefined;
}

/** The error detail of a File field without an existing file. */
function createMissingFileDetail(field: CompiledField): ErrorDetail {
  return { field: field.name, code: 'file_not_found', message: 'This file is no longer there. Choose it again.' };
}

/** Allows the actor's own upload, a file that this field already referred to, and a file that some record shows to the actor. */
async function mayAttach(attempt: SaveAttempt, { module, id }: SaveRequest, field: CompiledField, entry: FileEntry): Promise<boolean> {
  const { services, scope } = attempt;
  if (entry.uploaded_by === scope.rights.userId) return true;
  const own = fileLinkId({ file: entry._id, module: module.id, record: id, field: field.id });
  const [stored] = await services.store.get(FILE_LINKS_COLLECTION.name, [own]);
  if (stored !== undefined) return true;
  const holds = allOf([
    { kind: 'equals', key: FILE_LINK_KEYS.file, values: [entry._id] },
    notOf({ kind: 'exists', keys: [FILE_LINK_KEYS.until] }),
  ]);
  const links = await services.store.find({ collection: FILE_LINKS_COLLECTION.name, filter: holds, sort: [], limit: MAX_FILE_LINKS });
  for (const { document } of links) if (await canSeeFileAt(attempt, document as unknown as FileLink)) return true;
  return false;
}

async function canSeeFileAt({ services, scope }: SaveAttempt, link: FileLink): Promise<boolean> {
  const module = [...scope.snapshot.modules.values()].find(({ id }) => id === link.module);
  const field = module?.fieldsById.get(link.field);
  if (module === undefined || field === undefined || !(scope.rights.unrestricted || scope.rights.module(module.name).access)) return false;
  const plan = planOf(scope, module).fields.get(field.name);
  const document = await loadRecord(services, scope, module, link.record);
  return (
    plan !== undefined &&
    document !== undefined &&
    canReadField(plan, scope, document) &&
    (await canSeeRecord(services, scope, module, document))
  );
}

function syncFilename(
  { module }: SaveRequest,
  field: CompiledField,
  name: string | undefined,
  { draft, changed, given }: ParsedInput,
): void {
  if (
    module.definition.kind !== 'file' ||
    field.name !== 'path' ||
    given.has('filename') ||
    !module.fields.has('filename') ||
    draft['filename'] === name
  )
    return;
  changed.add('filename');
  if (name === undefined) delete draft['filename'];
  else draft['filename'] = name;
}

const DAY = 24 * 3_600_000;

/** Earlier files of a removed record that are released with it; housekeeping removes others when their time is over. */
const MAX_VERSIONS = 1_000;

/**
 * Adds to the unit which files the record refers to from this save on, and which it referred to before. A file that another one replaces is
 * an earlier version of its field and kept for `file_version_days`; one that is taken out, for as long as undo may need it; the files of a
 * permanently removed record are not kept. `draft` is the record after the hooks. Errors: `validation_failed` if a hook set a file that does
 * not exist.
 */
export async function updateFileLinks(attempt: SaveAttempt, request: SaveRequest, draft: RecordDraft): Promise<void> {
  const { files } = metadataOf(request.module);
  const after = request.kind === 'remove' ? undefined : draft;
  const before = request.before?.document;
  for (const field of files) {
    const [was, is] = [before?.[field.name], after?.[field.name]];
    if (after === undefined) await releaseVersions(attempt, request, field);
    if (was === is) continue;
    if (typeof is === 'string') await linkFile(attempt, request, field, is);
    if (typeof was === 'string') await releaseFile(attempt, request, field, was, is);
  }
}

/** The earlier versions of a field go with its record. */
async function releaseVersions(attempt: SaveAttempt, { module, id }: SaveRequest, field: CompiledField): Promise<void> {
  const { services, unit, now } = attempt;
  const holder = fileHolderOf({ module: module.id, record: id, field: field.id });
  const filter = allOf([
    { kind: 'equals', key: FILE_LINK_KEYS.holder, values: [holder] },
    { kind: 'range', key: FILE_LINK_KEYS.until, gt: now },
  ]);
  const found = await services.store.find({ collection: FILE_LINKS_COLLECTION.name, filter, sort: [], limit: MAX_VERSIONS });
  for (const { document } of found) {
    const link = { ...(document as unknown as FileLink), until: now };
    unit.systemDocuments.put(FILE_LINKS_COLLECTION.name, link._id, link, fileLinkKeysOf(link), {
      document,
      keys: fileLinkKeysOf(document as unknown as FileLink),
    });
  }
}

/** The file must still exist at commit: housekeeping updates its entry before it removes the file. */
async function linkFile(attempt: SaveAttempt, request: SaveRequest, field: CompiledField, path: string): Promise<void> {
  const entry = await loadFile(attempt, path);
  if (entry === undefined) throw new MusterError('validation_failed', { details: [createMissingFileDetail(field)] });
  markFileInUse(attempt, entry);
  await putLink(attempt, request, field, { file: entry._id, until: null });
}

/** A file that no record referred to until now is no longer due for removal. */
function markFileInUse({ unit }: SaveAttempt, entry: FileEntry): void {
  const document = entry as unknown as RecordDocument;
  if (entry.due === null) return unit.systemDocuments.addVersionCheck(FILES_COLLECTION.name, document);
  const linked: FileEntry = { ...entry, due: null };
  unit.systemDocuments.put(FILES_COLLECTION.name, entry._id, linked as unknown as RecordDocument, fileKeysOf(linked), {
    document,
    keys: fileKeysOf(entry),
  });
}

/** A path from before uploads existed does not refer to an uploaded file, and is ignored. `next` undefined: the record is removed. */
async function releaseFile(
  attempt: SaveAttempt,
  request: SaveRequest,
  field: CompiledField,
  path: string,
  next: JsonValue | undefined,
): Promise<void> {
  const file = fileIdOf(path);
  if (file === undefined) return;
  const { snapshot } = attempt.scope;
  const isReplaced = typeof next === 'string';
  const days = isReplaced ? fileVersionDaysOf(snapshot) : request.kind === 'remove' ? 0 : undoDaysOf(snapshot);
  await putLink(attempt, request, field, {
    file,
    until: attempt.now + days * DAY,
    ...(isReplaced ? { replaced_at: new Date(attempt.now).toISOString() } : {}),
  });
}

async function putLink(
  attempt: SaveAttempt,
  { module, id }: SaveRequest,
  field: CompiledField,
  state: Pick<FileLink, 'file' | 'until' | 'replaced_at'>,
): Promise<void> {
  const place = { module: module.id, record: id, field: field.id };
  const link = { ...place, ...state, holder: fileHolderOf(place) };
  const linkId = fileLinkId(link);
  const document = await attempt.unit.systemDocuments.load(FILE_LINKS_COLLECTION.name, linkId);
  attempt.unit.systemDocuments.put(FILE_LINKS_COLLECTION.name, linkId, link, fileLinkKeysOf(link), {
    document,
    keys: document === undefined ? {} : fileLinkKeysOf(document as unknown as FileLink),
  });
}
