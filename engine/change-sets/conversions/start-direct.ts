import { MusterError } from '../../errors/index.ts';
import type { JsonObject } from '#engine/model/values';
import type { ChangeSetServices, DirectChanges, Requester, StartedConversion } from '../contract.ts';
import { editChanges } from '../edit-changes.ts';
import { nameChange } from '../merge-changes.ts';
import { writeDraft, type DraftChange } from '../stored-draft.ts';
import { beginStored, retypesFields } from './start-conversion.ts';

/** The status of a request whose changes are published later. */
export const ACCEPTED = 202;

/**
 * Begins the conversion that changes without a draft need; undefined: they need none. They become a draft of all System Admins, so that the
 * conversion is seen, stopped and cancelled like any other. `by` undefined: the system.
 */
export async function startDirect(
  services: ChangeSetServices,
  by: Requester | undefined,
  { changes: input, name: given, values, advice }: DirectChanges,
): Promise<StartedConversion | undefined> {
  const { registry, ids, clock } = services;
  const [current, { version }] = [registry.definitions(), registry.current()];
  const inputs = typeof input === 'function' ? input(current, await registry.changeSets()) : input;
  const edits = inputs.map(({ kind, id, definition }) => ({ kind, id, definition: (definition ?? null) as JsonObject | null }));
  const isRetyped = retypesFields(edits.map(({ kind, id, definition }) => ({ before: current[kind].get(id) ?? null, definition })));
  if (!isRetyped) return undefined;
  const changes = editChanges([], { changes: edits, discard: [] }, { current, version, ids });
  const [_id, at, name] = [ids.next(), new Date(clock.now()).toISOString(), given ?? nameChanges(changes)];
  const author = by?.userId ?? null;
  const draft = { _id, name, author, shared: true, createdAt: at, updatedAt: at, definitionVersion: version, changes, isConverting: true };
  const start = { id: _id, kind: 'publish', name, author, publication: { changes: input }, values, conflicts: new Map() } as const;
  try {
    return await beginStored(services, by, start, async () => [writeDraft(undefined, draft)], ACCEPTED);
  } catch (error) {
    if (!(error instanceof MusterError) || error.code !== 'values_not_convertible') throw error;
    throw new MusterError('values_not_convertible', { message: `${error.message} ${advice}`, data: error.data });
  }
}

function nameChanges(changes: readonly DraftChange[]): string {
  return `Other types: ${changes.map((change) => nameChange(change)).join(', ')}`.slice(0, 200);
}
