import { MusterError } from '../errors/index.ts';
import {
  FILE_KEYS,
  fileKeysOf,
  FILE_LINK_KEYS,
  fileLinkKeysOf,
  FILE_LINKS_COLLECTION,
  FILES_COLLECTION,
  type FileEntry,
  type FileLink,
} from '../records/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { FileContext } from './file-context.ts';
import { mayHaveThumbnail, thumbnailIdOf } from './thumbnails/read-thumbnail.ts';

/** Files and links processed in one round, and the maximum rounds of one run; the rest is processed in the next run. */
const BATCH_SIZE = 100;
const MAX_ROUNDS = 200;

/** Removes unused files: see `Files.removeUnused`. Several processes may run it at the same time. */
export async function removeUnused(services: FileContext): Promise<number> {
  await inRounds(() => dropLinks(services));
  let removed = 0;
  await inRounds(async () => {
    const round = await processDue(services);
    removed += round.removed;
    return round.seen;
  });
  return removed;
}

/** Repeats until a round finds nothing or nothing that it can process. */
async function inRounds(round: () => Promise<number>): Promise<void> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) if ((await round()) === 0) return;
}

/** Removes links that an undo can no longer restore, and marks their files as due. Returns how many links were removed. */
async function dropLinks(services: FileContext): Promise<number> {
  const { store, clock } = services;
  const past: FilterNode = { kind: 'range', key: FILE_LINK_KEYS.until, lte: clock.now() };
  const found = await store.find({ collection: FILE_LINKS_COLLECTION.name, filter: past, sort: [], limit: BATCH_SIZE });
  let dropped = 0;
  for (const { document } of found) {
    const link = document as unknown as FileLink;
    const writes: StoreWrite[] = [
      {
        kind: 'remove',
        collection: FILE_LINKS_COLLECTION.name,
        id: link._id,
        previousKeys: fileLinkKeysOf(link),
        expectedVersion: link._version,
      },
    ];
    const entry = await load(services, link.file);
    if (entry?.due === null) writes.push(changeOf(entry, { due: clock.now() }));
    if ((await store.commit({ writes })).committed) dropped += 1;
  }
  return dropped;
}

async function load({ store }: FileContext, id: string): Promise<FileEntry | undefined> {
  return (await store.get(FILES_COLLECTION.name, [id]))[0]?.document as unknown as FileEntry | undefined;
}

/** Processes due files: files that a record contains or an undo may need are kept; the others are removed. */
async function processDue(services: FileContext): Promise<{ readonly seen: number; readonly removed: number }> {
  const { store, clock } = services;
  const due: FilterNode = { kind: 'range', key: FILE_KEYS.due, lte: clock.now() };
  const found = await store.find({ collection: FILES_COLLECTION.name, filter: due, sort: [], limit: BATCH_SIZE });
  let [seen, removed] = [0, 0];
  for (const { document } of found) {
    const outcome = await processEntry(services, document as unknown as FileEntry);
    if (outcome !== 'left') seen += 1;
    if (outcome === 'removed') removed += 1;
  }
  return { seen, removed };
}

async function processEntry(services: FileContext, entry: FileEntry): Promise<'linked' | 'removed' | 'left'> {
  const { store } = services;
  const ofFile: FilterNode = { kind: 'equals', key: FILE_LINK_KEYS.file, values: [entry._id] };
  const links = await store.findIds({ collection: FILE_LINKS_COLLECTION.name, filter: ofFile, sort: [], limit: 1 });
  if (links.length > 0) return (await store.commit({ writes: [changeOf(entry, { due: null })] })).committed ? 'linked' : 'left';
  const going = entry.state === 'going' ? entry : { ...entry, state: 'going' as const, _version: entry._version + 1 };
  if (going !== entry) {
    // From here on no record can link to the file: a save in progress expects the previous version and fails.
    const absenceChecks = [{ collection: FILE_LINKS_COLLECTION.name, filter: ofFile, exceptIds: [], lockKeys: [] }];
    if (!(await store.commit({ writes: [changeOf(entry, { state: 'going' })], absenceChecks })).committed) return 'left';
  }
  return (await removeFile(services, going)) ? 'removed' : 'left';
}

/** Removes the content first: as long as it exists, its entry must exist, so that an interrupted removal can be completed. */
async function removeFile({ store, contents, log }: FileContext, entry: FileEntry): Promise<boolean> {
  try {
    if (mayHaveThumbnail(entry)) await contents.remove(thumbnailIdOf(entry._id));
    await contents.remove(entry._id);
  } catch (error) {
    log.warn(
      { file: entry._id, code: error instanceof MusterError ? error.code : undefined },
      'a file that nobody needs could not be removed',
    );
    return false;
  }
  return (
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
    })
  ).committed;
}

function changeOf(before: FileEntry, changes: Partial<FileEntry>): StoreWrite {
  const entry: FileEntry = { ...before, ...changes, _version: before._version + 1 };
  return {
    kind: 'update',
    collection: FILES_COLLECTION.name,
    document: entry as unknown as RecordDocument,
    keys: fileKeysOf(entry),
    previousKeys: fileKeysOf(before),
    expectedVersion: before._version,
    definitionVersion: 0,
  };
}
