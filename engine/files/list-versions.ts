import { ALSO_DELETED, allOf, notOf } from '#engine/model/filter';
import { fileIdOf } from '#engine/model/field-types';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import {
  fileHolderOf,
  FILE_LINK_KEYS,
  FILE_LINKS_COLLECTION,
  FILES_COLLECTION,
  findModule,
  type FileEntry,
  type FileLink,
} from '../records/index.ts';
import type { FileVersion, FileVersionsInput } from './contract.ts';
import type { FileContext } from './file-context.ts';
import { toFileView } from './read-file.ts';

/** Versions of a field that are listed; the earliest ones are left out. */
const MAX_VERSIONS = 100;
/** Links of a field that are read. */
const MAX_LINKS = 1_000;

/**
 * The file of a field and the earlier ones that it replaced, the newest first. Reads the record with the actor's rights. Errors:
 * `record_not_found`, those of reading records.
 */
export async function listVersions(services: FileContext, actor: Actor, input: FileVersionsInput): Promise<readonly FileVersion[]> {
  const path = await readCurrent(services, actor, input);
  const current = path === undefined ? undefined : fileIdOf(path);
  if (current === undefined) return [];
  const scope = await services.access.scope(actor);
  const module = findModule(scope, input.module);
  const field = module.fields.get(input.field);
  if (field === undefined) return [];
  const links = await findLinks(services, fileHolderOf({ module: module.id, record: input.id, field: field.id }));
  const earlier = links.filter(({ file, replaced_at: replaced }) => file !== current && replaced !== undefined);
  earlier.sort((one, other) => (other.replaced_at ?? '').localeCompare(one.replaced_at ?? ''));
  const shown = [current, ...earlier.slice(0, MAX_VERSIONS - 1).map(({ file }) => file)];
  const stored = await services.store.get(FILES_COLLECTION.name, shown);
  const entries = new Map(stored.flatMap((one) => (one === undefined ? [] : [[one.document._id, one.document as unknown as FileEntry]])));
  const untilOf = new Map(earlier.map(({ file, until }) => [file, until]));
  return shown.flatMap((id) => {
    const entry = entries.get(id);
    return entry?.state === 'ready' ? [toVersion(entry, id === current, untilOf.get(id) ?? null)] : [];
  });
}

async function readCurrent({ records }: FileContext, actor: Actor, { module, id, field }: FileVersionsInput): Promise<string | undefined> {
  const filter = { _id: { in: [id] }, ...ALSO_DELETED };
  const { data } = await records.find(actor, { module, filter, fields: [field], limit: 1, totalLimit: 1 });
  const [record] = data;
  if (record === undefined) throw new MusterError('record_not_found');
  const value = record[field];
  return typeof value === 'string' ? value : undefined;
}

async function findLinks({ store, clock }: FileContext, holder: string): Promise<readonly FileLink[]> {
  const filter = allOf([
    { kind: 'equals', key: FILE_LINK_KEYS.holder, values: [holder] },
    notOf({ kind: 'range', key: FILE_LINK_KEYS.until, lte: clock.now() }),
  ]);
  const found = await store.find({ collection: FILE_LINKS_COLLECTION.name, filter, sort: [], limit: MAX_LINKS });
  return found.map(({ document }) => document as unknown as FileLink);
}

function toVersion(entry: FileEntry, isCurrent: boolean, until: number | null): FileVersion {
  return {
    ...toFileView(entry),
    uploaded_at: entry.uploaded_at,
    uploaded_by: entry.uploaded_by === '' ? null : entry.uploaded_by,
    current: isCurrent,
    stored_until: until === null ? null : new Date(until).toISOString(),
  };
}
