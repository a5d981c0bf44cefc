import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, findIdempotencySlot, readIdempotentResult } from '../records/index.ts';
import type { ChangeSetView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { ChangeSetServices, DraftChanges, Requester } from './contract.ts';
import { editChanges, type DraftEdits } from './edit-changes.ts';
import { countDraftsOf, MAX_DRAFTS, readDraft, removeDraft, writeDraft, type StoredDraft } from './stored-draft.ts';
import { viewDraft } from './view-change-set.ts';

/** Returns a draft that the user may edit. Errors: `change_set_not_found`, `change_set_not_draft`, `version_conflict`. */
export async function requireDraft(
  { store, registry }: Pick<ChangeSetServices, 'store' | 'registry'>,
  user: string,
  id: string,
  version?: number,
): Promise<StoredDraft> {
  const draft = await readDraft(store, id);
  if (draft === undefined && (await registry.changeSets()).some(({ _id }) => _id === id)) throw new MusterError('change_set_not_draft');
  if (draft === undefined || (draft.author !== user && !draft.shared)) throw new MusterError('change_set_not_found');
  if (version !== undefined && version !== draft._version)
    throw new MusterError('version_conflict', { message: 'Someone else changed this draft.' });
  return draft;
}

/** Errors: `change_set_converting`. */
export function assertNotConverting({ isConverting }: StoredDraft): void {
  if (isConverting === true) throw new MusterError('change_set_converting');
}

export async function createDraft(
  services: ChangeSetServices,
  by: Requester,
  { name, shared, changes: edits = [] }: { readonly name: string; readonly shared: boolean; readonly changes?: DraftEdits['changes'] },
): Promise<ChangeSetView> {
  const _id = services.ids.next();
  return commitOnce(services, by, async () => {
    if ((await countDraftsOf(services.store, by.userId)) >= MAX_DRAFTS)
      throw new MusterError('change_sets_too_many', { values: { most: MAX_DRAFTS } });
    const at = timeOf(services);
    const definitionVersion = services.registry.current().version;
    const context = { current: services.registry.definitions(), version: definitionVersion, ids: services.ids };
    const changes = edits.length === 0 ? [] : editChanges([], { changes: edits, discard: [] }, context);
    const draft = { _id, name, author: by.userId, shared, createdAt: at, updatedAt: at, definitionVersion, changes };
    return { writes: [writeDraft(undefined, draft)], result: await viewDraft(services, { ...draft, _version: 1 }) };
  });
}

export async function updateDraft(
  services: ChangeSetServices,
  by: Requester,
  id: string,
  { version, name, shared }: DraftChanges,
): Promise<ChangeSetView> {
  return changeDraft(services, by, { id, version }, (draft) => ({ ...draft, name: name ?? draft.name, shared: shared ?? draft.shared }));
}

export async function editDraft(
  services: ChangeSetServices,
  by: Requester,
  id: string,
  { version, ...edits }: DraftEdits & { readonly version?: number | undefined },
): Promise<ChangeSetView> {
  return changeDraft(services, by, { id, version }, (draft) => {
    const { version: now } = services.registry.current();
    const context = { current: services.registry.definitions(), version: now, ids: services.ids };
    return { ...draft, definitionVersion: now, changes: editChanges(draft.changes, edits, context) };
  });
}

export async function discardDraft(services: ChangeSetServices, by: Requester, id: string): Promise<void> {
  await commitOnce(services, by, async () => {
    const draft = await requireDraft(services, by.userId, id);
    assertNotConverting(draft);
    return { writes: [removeDraft(draft)], result: null };
  });
}

function changeDraft(
  services: ChangeSetServices,
  by: Requester,
  { id, version }: { readonly id: string; readonly version: number | undefined },
  change: (draft: StoredDraft) => StoredDraft,
): Promise<ChangeSetView> {
  return commitOnce(services, by, async () => {
    const draft = await requireDraft(services, by.userId, id, version);
    assertNotConverting(draft);
    const { _version, ...after } = { ...change(draft), updatedAt: timeOf(services) };
    return { writes: [writeDraft(draft, after)], result: await viewDraft(services, { ...after, _version: _version + 1 }) };
  });
}

function timeOf({ clock }: ChangeSetServices): string {
  return new Date(clock.now()).toISOString();
}

/** Commits what `build` returns, with the result of the idempotency key; a repeated key returns the first result. */
export async function commitOnce<Result>(
  services: ChangeSetServices,
  { userId, key }: Requester,
  build: () => Promise<{ readonly writes: readonly StoreWrite[]; readonly result: Result }>,
): Promise<Result> {
  return commitUnitWithRetry(services.store, async () => {
    const slot = key === undefined ? undefined : await findIdempotencySlot(services, userId, key);
    if (key !== undefined && slot?.record !== undefined)
      return { unit: undefined, result: readIdempotentResult(slot.record, key.bodyDigest) as unknown as Result };
    const { writes, result } = await build();
    const stored =
      key === undefined || slot === undefined
        ? []
        : [slot.toWrite({ at: services.clock.now(), digest: key.bodyDigest, result: result as unknown as JsonValue })];
    return { unit: { writes: [...writes, ...stored] }, result };
  });
}
