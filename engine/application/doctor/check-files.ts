import { FILE_LINK_KEYS, FILE_LINKS_COLLECTION, FILES_COLLECTION, type FileEntry, type FileLink } from '../../records/index.ts';
import { countOf, MAX_EXAMPLES, type CheckResult, type StoreChecks } from './contract.ts';
import { readNewest } from './read-newest.ts';

/** Files and links that are checked: the newest ones. */
const MAX_CHECKED = 50_000;
/** Links that are read for a batch of files at once; of the other files one each. */
const MAX_LINKS = 5_000;

/** Uploaded files without content or link, and links without a file. */
export async function checkFiles(checks: StoreChecks, maxChecked = MAX_CHECKED): Promise<CheckResult> {
  const base = { check: 'files', title: 'Files' } as const;
  if ([FILES_COLLECTION, FILE_LINKS_COLLECTION].some(({ name }) => checks.missingCollections.has(name)))
    return { ...base, state: 'ok', text: 'There are no files.' };
  const lost: string[] = [];
  const unlinked: string[] = [];
  const { seen: files } = await readNewest(checks.store, FILES_COLLECTION.name, maxChecked, async (batch) => {
    const ready = batch.map(({ document }) => document as unknown as FileEntry).filter(({ state }) => state === 'ready');
    for (const { _id, name, path } of ready)
      if ((await checks.contents.stat(_id)) === undefined) lost.push(`${name} (${path}) has no content`);
    unlinked.push(...(await findUnlinked(checks, ready)));
  });
  await readNewest(checks.store, FILE_LINKS_COLLECTION.name, maxChecked, async (batch) => {
    const links = batch.map(({ document }) => document as unknown as FileLink);
    const found = await checks.store.get(FILES_COLLECTION.name, [...new Set(links.map(({ file }) => file))]);
    const present = new Set(found.map((stored) => stored?.document._id));
    for (const { file, until, record } of links)
      if (until === null && !present.has(file)) lost.push(`the record ${record} refers to the file ${file}, which does not exist`);
  });
  if (lost.length > 0)
    return {
      ...base,
      state: 'problem',
      text: `${countOf(lost.length, 'file')} cannot be read.`,
      advice: 'Copy their contents from a backup (its folder `files` has the same paths), or upload them again.',
      examples: lost.slice(0, MAX_EXAMPLES),
    };
  if (unlinked.length > 0)
    return {
      ...base,
      state: 'warning',
      text: `${countOf(unlinked.length, 'file')} are stored although no record refers to them.`,
      advice: 'They only take space. Report this with the version of the product.',
      examples: unlinked.slice(0, MAX_EXAMPLES),
    };
  return { ...base, state: 'ok', text: `${countOf(files, 'file')} have their content.` };
}

/** A file without a link has a time at which it is removed; one without either would stay forever. */
async function findUnlinked({ store }: StoreChecks, entries: readonly FileEntry[]): Promise<readonly string[]> {
  const linked = entries.filter(({ due }) => due === null);
  if (linked.length === 0) return [];
  const filter = { kind: 'equals', key: FILE_LINK_KEYS.file, values: linked.map(({ _id }) => _id) } as const;
  const found = await store.find({ collection: FILE_LINKS_COLLECTION.name, filter, sort: [], limit: MAX_LINKS });
  const present = new Set(found.map(({ document }) => (document as unknown as FileLink).file));
  const unlinked: string[] = [];
  for (const { _id, name, path } of linked) {
    if (present.has(_id)) continue;
    const own = { kind: 'equals', key: FILE_LINK_KEYS.file, values: [_id] } as const;
    const ids = await store.findIds({ collection: FILE_LINKS_COLLECTION.name, filter: own, sort: [], limit: 1 });
    if (ids.length === 0) unlinked.push(`${name} (${path})`);
  }
  return unlinked;
}
