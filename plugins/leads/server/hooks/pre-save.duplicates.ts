import type { PreSaveContext } from '#engine';
import { makeDuplicateKeys, makeSearchKeys } from '../../shared/duplicate-keys.ts';
import { IDENTITY_FIELDS, readIdentity } from '../../shared/lead-identity.ts';
import { findDuplicates, showDuplicates } from '../services/find-duplicates.ts';

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []);

/**
 * Stops a lead that seems to be there already, on create and on a change of who it is; `?duplicates=allow` keeps it and
 * remembers that the two are not the same. What was searched is searched again inside the transaction.
 */
export async function checkDuplicates(context: PreSaveContext): Promise<void> {
  const { event, draft } = context;
  if (event.kind === 'delete' || event.kind === 'remove') return;
  const changed = event.changed();
  if (event.kind === 'update' && !IDENTITY_FIELDS.some((field) => changed.has(field))) return;
  const identity = readIdentity(draft);
  draft.duplicate_keys = makeDuplicateKeys(identity);
  const dismissed = listOf(draft.not_duplicates);
  const own = [event.id, ...dismissed];
  // A trusted bulk load vouches for its records; nothing is searched and nothing need be remembered.
  if (event.allowDuplicates && event.actor.kind === 'system') return;
  const found = await findDuplicates(context.unit, draft, own);
  if (event.allowDuplicates) {
    if (found.length > 0) draft.not_duplicates = [...dismissed, ...found.map(({ record }) => record._id)];
    return;
  }
  if (found.length > 0) context.refuse('duplicate_detected', { data: { ...(await showDuplicates(context.records, context.actor, found)) } });
  guardAgainstNewer(context, makeSearchKeys(identity), own);
}

/** Two people who type in the same lead at once: the second one's save finds the first one's. */
function guardAgainstNewer(context: PreSaveContext, keys: readonly string[], exceptIds: readonly string[]): void {
  const key = context.event.module.fields.get('duplicate_keys')?.keys[0];
  const deleted = context.event.module.fields.get('deleted')?.keys[0];
  if (!key || !deleted || keys.length === 0) return;
  const same = { kind: 'equals', key, values: keys } as const;
  const gone = { kind: 'equals', key: deleted, values: [1] } as const;
  context.guardAbsence('leads', { kind: 'all', nodes: [same, { kind: 'not', node: gone }] }, { exceptIds, lockKeys: keys });
}
