import type { ErrorDetail } from '../../errors/index.ts';
import { allOf, fileIdOf, notOf, type CompiledField, type JsonValue } from '#engine/model';
import { fileLinkId, FILE_LINK_KEYS, FILE_LINKS_COLLECTION, FILES_COLLECTION, type FileEntry, type FileLink } from './file-entries.ts';
import { planOf } from '../access/access-plan.ts';
import { metadataOf } from '../module-metadata.ts';
import { canReadField } from '../access/project-record.ts';
import { loadRecord, canSeeRecord } from '../access/record-access.ts';
import type { ParsedInput } from '../save/parse-input.ts';
import type { SaveAttempt, SaveRequest } from '../save/save-request.ts';

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
export async function loadFile(attempt: SaveAttempt, path: JsonValue | undefined): Promise<FileEntry | undefined> {
  const id = typeof path === 'string' ? fileIdOf(path) : undefined;
  const [stored] = id === undefined ? [] : await attempt.services.store.get(FILES_COLLECTION.name, [id]);
  const entry = stored?.document as unknown as FileEntry | undefined;
  return entry?.state === 'ready' && entry.path === path ? entry : undefined;
}

/** The error detail of a File field without an existing file. */
export function createMissingFileDetail(field: CompiledField): ErrorDetail {
  return { field: field.name, code: 'file_not_found', message: 'This file is no longer there. Choose it again.' };
}

/** Allows the actor's own upload, a file that this field already referred to, and a file that some record shows to the actor. */
async function mayAttach(attempt: SaveAttempt, { module, id }: SaveRequest, field: CompiledField, entry: FileEntry): Promise<boolean> {
  const { services, scope } = attempt;
  if (entry.uploaded_by === scope.rights.userId) return true;
  const own = fileLinkId({ file: entry._id, module: module.id, record: id, field: field.id });
  const [held] = await services.store.get(FILE_LINKS_COLLECTION.name, [own]);
  if (held !== undefined) return true;
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
