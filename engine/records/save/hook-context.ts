import type { Actor } from '../../access/index.ts';
import { ERROR_CATALOGUE, MusterError, type ErrorCode } from '../../errors/index.ts';
import type { RecordDocument, RecordDraft } from '#engine/model';
import type { HookContext, PreSaveContext, SaveEvent } from '../hooks.ts';
import { sameValue } from './same-value.ts';
import type { SaveAttempt, SaveRequest } from './save-request.ts';

/** The event of a save for hooks; `current` returns the record as it will be written. */
export function createSaveEvent(attempt: SaveAttempt, request: SaveRequest, current: () => RecordDraft | RecordDocument): SaveEvent {
  const before = request.before?.document;
  return {
    kind: request.kind,
    module: request.module,
    id: request.id,
    before,
    changed: () => listChangedFields(before, current()),
    isEdit: () => (request.kind === 'create' || request.kind === 'update') && attempt.changeSource !== 'undo' && current().deleted !== true,
    actor: request.actor,
    batchId: attempt.batchId,
    allowDuplicates: attempt.allowDuplicates,
    isBulkLoad: isBulkLoad(request.actor, attempt.allowDuplicates),
    changeSource: attempt.changeSource,
  };
}

/** Only the product itself can load trusted records. For all others, allowing duplicates means nothing else. */
export function isBulkLoad(actor: Actor, allowDuplicates: boolean): boolean {
  return allowDuplicates && actor.kind === 'system';
}

const VERSIONING: ReadonlySet<string> = new Set(['_id', '_version', 'updatedAt', 'modified_by']);

/** Names of the fields that differ, without those that every save changes. */
export function listChangedFields(before: RecordDocument | undefined, after: RecordDraft | RecordDocument): Set<string> {
  const names = new Set<string>();
  for (const name of Object.keys(after)) if (!VERSIONING.has(name) && !sameValue(before?.[name], after[name])) names.add(name);
  for (const name of Object.keys(before ?? {}))
    if (!VERSIONING.has(name) && after[name] === undefined && !sameValue(before?.[name], undefined)) names.add(name);
  return names;
}

/** The plugin as actor on behalf of the requester. The scopes of an API token do not limit the rules of a save. */
export function actorForPlugin(actor: Actor, plugin: string): Actor {
  return Object.assign({}, actor, {
    kind: actor.kind === 'system' ? ('system' as const) : ('plugin' as const),
    name: plugin,
    scopes: undefined,
  });
}

/** The services that every hook gets; `links` are the hooks of this commit that led to it, ending with itself. */
export function createHookContext(attempt: SaveAttempt, actor: Actor, plugin: string, links: readonly string[]): HookContext {
  const { services, scope } = attempt;
  return {
    actor: actorForPlugin(actor, plugin),
    clock: services.clock,
    ids: services.ids,
    log: services.log,
    setting: (key) => scope.snapshot.settings.get(key)?.setting as ReturnType<HookContext['setting']>,
    records: services.operations(),
    chain: [...attempt.chain, ...links],
  };
}

/** Ends a save with an error of the catalogue. The plugin host replaces it with a function that also supports the plugin's own errors. */
export const refuseSave: PreSaveContext['refuse'] = (code, options = {}) => {
  const known = code in ERROR_CATALOGUE;
  const row = { status: 422, isPublic: true, text: options.message ?? code };
  throw new MusterError(known ? (code as ErrorCode) : { code, row }, options);
};
