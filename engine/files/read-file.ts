import { ALSO_DELETED, allOf, notOf } from '#engine/model/filter';
import { fileIdOf } from '#engine/model/field-types';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import type { Actor, AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { FILE_LINK_KEYS, FILE_LINKS_COLLECTION, FILES_COLLECTION, type FileEntry, type FileLink } from '../records/index.ts';
import type { ReadableFile, FileView } from './contract.ts';
import type { FileContext } from './file-context.ts';
import { isShown, BYTES, findKind } from './kinds.ts';
import { readThumbnail } from './thumbnails/read-thumbnail.ts';

/** Maximum number of links of one file that are checked. */
const MAX_LINKS = 1_000;

/** Returns a file that the actor may read. Errors: `file_not_found`. */
export async function readFile(services: FileContext, actor: Actor, path: string): Promise<ReadableFile> {
  const id = fileIdOf(path);
  const [stored] = id === undefined ? [] : await services.store.get(FILES_COLLECTION.name, [id]);
  const entry = stored?.document as unknown as FileEntry | undefined;
  if (entry?.state !== 'ready' || entry.path !== path || !(await canRead(services, actor, entry))) throw new MusterError('file_not_found');
  return {
    ...toFileView(entry),
    shown: isShown(entry.extension),
    open: (range) => services.contents.open(entry._id, range),
    thumbnail: () => readThumbnail(services, entry),
  };
}

/**
 * Through a record that refers to the file now, or whose field had it before another file: whoever may read the field of that record may read
 * its earlier versions.
 */
async function canRead(services: FileContext, actor: Actor, entry: FileEntry): Promise<boolean> {
  const scope = await services.access.scope(actor);
  if (!scope.rights.active) return false;
  const holds = allOf([
    { kind: 'equals', key: FILE_LINK_KEYS.file, values: [entry._id] },
    notOf({ kind: 'range', key: FILE_LINK_KEYS.until, lte: services.clock.now() }),
  ]);
  const found = await services.store.find({ collection: FILE_LINKS_COLLECTION.name, filter: holds, sort: [], limit: MAX_LINKS });
  const links = found.map(({ document }) => document as unknown as FileLink);
  if (!links.some(({ until }) => until === null) && isUploader(scope, actor, entry)) return true;
  for (const [module, ofModule] of groupByModule(scope, links))
    if (await canSeeOne(services, actor, module, ofModule, entry.path)) return true;
  return false;
}

function isUploader({ rights }: AccessScope, actor: Actor, entry: FileEntry): boolean {
  return actor.kind === 'system' || (rights.userId !== undefined && entry.uploaded_by === rights.userId);
}

function groupByModule({ snapshot }: AccessScope, links: readonly FileLink[]): ReadonlyMap<CompiledModule, readonly FileLink[]> {
  const groups = new Map<CompiledModule, FileLink[]>();
  for (const module of snapshot.modules.values()) {
    const own = links.filter((link) => link.module === module.id && (link.until === null || link.replaced_at !== undefined));
    if (own.length > 0) groups.set(module, own);
  }
  return groups;
}

/** Reads the records with the actor's rights, so that whatever hides a record or a field also hides the file. */
async function canSeeOne(
  { records }: FileContext,
  actor: Actor,
  module: CompiledModule,
  links: readonly FileLink[],
  path: string,
): Promise<boolean> {
  for (const name of new Set(links.flatMap((link) => module.fieldsById.get(link.field)?.name ?? []))) {
    const ofField = links.filter((link) => module.fieldsById.get(link.field)?.name === name);
    const ids = [...new Set(ofField.map((link) => link.record))];
    const earlier = new Set(ofField.filter(({ until }) => until !== null).map(({ record }) => record));
    // Includes deleted records, for users who may delete them.
    const filter: JsonValue = { _id: { in: ids }, ...ALSO_DELETED };
    const shown = await records
      .find(actor, { module: module.name, filter, fields: [name], limit: ids.length, totalLimit: 1 })
      .catch(ignoreForbidden);
    if (shown?.data.some((record) => record[name] === path || (earlier.has(record._id) && isFilePath(record[name]))) === true) return true;
  }
  return false;
}

/** A field that was emptied has no versions. */
function isFilePath(value: unknown): boolean {
  return typeof value === 'string' && fileIdOf(value) !== undefined;
}

/** The actor may not see the module or field at all. */
function ignoreForbidden(error: unknown): undefined {
  if (error instanceof MusterError && (error.status === 403 || error.status === 404 || error.code === 'unknown_field')) return undefined;
  throw error;
}

/** The display names of the files at these paths; files that the actor may not read are left out. */
export async function readFileNames(
  services: FileContext,
  actor: Actor,
  paths: readonly string[],
): Promise<{ readonly [path: string]: string }> {
  const named = await Promise.all([...new Set(paths)].map(async (path) => [path, await nameOf(services, actor, path)] as const));
  return Object.fromEntries(named.flatMap(([path, name]) => (name === undefined ? [] : [[path, name]])));
}

async function nameOf(services: FileContext, actor: Actor, path: string): Promise<string | undefined> {
  try {
    return (await readFile(services, actor, path)).filename;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'file_not_found') return undefined;
    throw error;
  }
}

/** Maps a stored file to the view that clients receive. */
export function toFileView(entry: FileEntry): FileView {
  const kind = findKind(entry.extension);
  return {
    _id: entry._id,
    path: entry.path,
    filename: entry.name,
    size: entry.size,
    type: kind?.type ?? BYTES,
    kind: kind?.display ?? 'link',
  };
}
