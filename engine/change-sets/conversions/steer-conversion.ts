import { MusterError } from '../../errors/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import { createDocumentRemoval } from '../../records/index.ts';
import type { RecordDocument } from '#engine/model/values';
import type { ConversionView } from '#engine/model/wire';
import type { ChangeSetServices, Requester } from '../contract.ts';
import { commitOnce, requireDraft } from '../manage-drafts.ts';
import type { FieldChoice } from '../removals/values-choices.ts';
import { readDraft, writeDraft } from '../stored-draft.ts';
import { beginStored, makeConverted } from './start-conversion.ts';
import {
  choicesOf,
  CONVERSIONS_COLLECTION,
  readConversion,
  viewConversion,
  writeConversion,
  type StoredConversion,
} from './stored-conversion.ts';

/** Stops a conversion that runs: saves go on to write both keys, and it can be resumed or cancelled. */
export async function stopConversion(services: ChangeSetServices, by: Requester, id: string): Promise<ConversionView> {
  return commitOnce(services, by, async () => {
    const now = await requireConversion(services, by, id);
    if (now.state !== 'running') throw new MusterError('conversion_not_running');
    const after: StoredConversion = { ...now, state: 'stopped' };
    return { writes: [writeConversion(now, after)], result: viewConversion(after) };
  });
}

/**
 * Resumes a conversion that was stopped or that waits. With new decisions about values it begins again with them: the values that an
 * earlier decision led to have keys that no longer apply.
 */
export async function resumeConversion(
  services: ChangeSetServices,
  by: Requester,
  id: string,
  values: ReadonlyMap<string, FieldChoice>,
): Promise<ConversionView> {
  const before = await requireConversion(services, by, id);
  if (values.size > 0 && isWaiting(before)) return restart(services, by, before, values);
  return commitOnce(services, by, async () => {
    const now = await requireConversion(services, by, id);
    if (!isWaiting(now)) throw new MusterError('conversion_running');
    const after: StoredConversion = { ...now, state: 'running', problem: null };
    return { writes: [writeConversion(now, after)], result: viewConversion(after) };
  });
}

async function restart(
  services: ChangeSetServices,
  by: Requester,
  before: StoredConversion,
  values: ReadonlyMap<string, FieldChoice>,
): Promise<ConversionView> {
  const { _id: id, kind, name, author } = before;
  const { byId, others } = choicesOf(before);
  const conflicts = new Map(Object.entries(before.conflicts));
  const publication = await makeConverted(services, before);
  const input = { id, kind, name, author, publication, values: { byId: mergeChoices(byId, values), others }, conflicts };
  await beginStored(services, undefined, input, async () => []);
  return viewConversion(await requireConversion(services, by, id));
}

/** The decisions, with new ones for single texts beside earlier ones. */
function mergeChoices(before: ReadonlyMap<string, FieldChoice>, after: ReadonlyMap<string, FieldChoice>): ReadonlyMap<string, FieldChoice> {
  const merged = new Map(before);
  for (const [id, choice] of after) {
    const earlier = merged.get(id);
    const isMap = typeof choice === 'object' && typeof earlier === 'object';
    merged.set(id, isMap ? { map: { ...earlier.map, ...choice.map } } : choice);
  }
  return merged;
}

/** Ends a conversion without publishing anything: the draft can be edited again, and every value is as it was. */
export async function cancelConversion(services: ChangeSetServices, by: Requester, id: string): Promise<void> {
  const now = await requireConversion(services, by, id);
  if (now.state === 'done') throw new MusterError('conversion_not_running');
  await services.registry.endConversion(id, async () => {
    const stored = await readConversion(services.store, id);
    if (stored === undefined || stored.state === 'done') return [];
    return [createDocumentRemoval(CONVERSIONS_COLLECTION, stored as unknown as RecordDocument), ...(await unlockDraft(services, stored))];
  });
}

async function unlockDraft({ store }: ChangeSetServices, { _id, kind }: StoredConversion): Promise<readonly StoreWrite[]> {
  const draft = kind === 'publish' ? await readDraft(store, _id) : undefined;
  if (draft === undefined) return [];
  const { _version: _, isConverting: __, ...body } = draft;
  return [writeDraft(draft, body)];
}

function isWaiting({ state }: StoredConversion): boolean {
  return state === 'stopped' || state === 'blocked';
}

/** Errors: `change_set_not_found` also for the draft of somebody else, `conversion_not_running` if there is no conversion. */
async function requireConversion(services: ChangeSetServices, { userId }: Requester, id: string): Promise<StoredConversion> {
  const isPublished = (await services.registry.changeSets()).some(({ _id }) => _id === id);
  if (!isPublished) await requireDraft(services, userId, id);
  const stored = await readConversion(services.store, id);
  if (stored === undefined) throw new MusterError('conversion_not_running');
  return stored;
}
