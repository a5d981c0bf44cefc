import type { Actor } from '../../access/index.ts';
import { ERROR_CATALOGUE, MusterError, type ErrorCode, type ErrorDetail } from '../../errors/index.ts';
import { fieldContext } from '#engine/model/keys';
import type { CompiledField } from '#engine/model/compiled';
import type { JsonValue, RecordDocument, RecordDraft } from '#engine/model/values';
import { findModule } from '../access/record-access.ts';
import type { HookContext, NamedHook, PreSaveContext, SaveEvent } from '../hooks.ts';
import { sameValue, type ParsedInput } from './parse-input.ts';
import { createUnitReader, parseAbsenceFilter } from './unit-reader.ts';
import { findUserInTurn } from './user-in-turn.ts';
import { validateHookChanges } from './validate-record.ts';
import { formatHookName, type SaveAttempt, type SaveRequest } from './write-context.ts';

/** The default of the lock keys of `requireAbsence`: one for all saves that require an absence in a module. */
const WHOLE_MODULE: readonly string[] = [''];

/**
 * Runs the pre-save hooks in order, each on the draft of the one before it, then normalises the values that they set and
 * checks the rules that read them. Returns the names of all fields that differ then. A refusal ends the save. Errors:
 * `validation_failed` for the values that hooks set, those of the hooks.
 */
export async function runPreSaveHooks(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<Set<string>> {
  const { draft, changed } = input;
  const hooks = attempt.services.hooks.preSave(request.module.name);
  if (hooks.length === 0) return changed;
  const before = { ...draft };
  const event = createSaveEvent(attempt, request, () => draft);
  for (const hook of hooks) await hook.run(createPreSaveContext(attempt, request, draft, event, hook));
  const unread = normalizeHookChanges(attempt, request, draft, before);
  validateHookChanges(attempt, request, input, listDifferences(before, draft), unread);
  return listChangedFields(request.before?.document, draft);
}

function createPreSaveContext(
  attempt: SaveAttempt,
  request: SaveRequest,
  draft: RecordDraft,
  event: PreSaveContext['event'],
  hook: NamedHook<PreSaveContext>,
): PreSaveContext {
  // The services are last: in V8, adding properties to an object that was created by spread takes ten times as long.
  return {
    event,
    draft,
    unit: createUnitReader(attempt),
    rights: attempt.scope.rights,
    isRetry: attempt.isRetry,
    geocoder: attempt.services.geocoder,
    refuse: refuseSave,
    warn: (code, text) => {
      attempt.warnings.push({ code, text });
    },
    requireAbsence: (name, filter, { exceptIds = [], lockKeys = WHOLE_MODULE } = {}) => {
      const module = findModule(attempt.scope, name);
      attempt.unit.requireAbsence(module, parseAbsenceFilter(attempt, module, filter), {
        exceptIds: [request.id, ...exceptIds],
        lockKeys: lockKeys.length === 0 ? WHOLE_MODULE : lockKeys,
      });
    },
    userInTurn: (filter) => findUserInTurn(attempt, request, draft, { series: `${hook.plugin}/${hook.name}`, filter }),
    ...createHookContext(attempt, request.actor, hook.plugin, [
      ...(request.links ?? []),
      formatHookName(hook, 'preSave', request.module.name),
    ]),
  };
}

function normalizeHookChanges(attempt: SaveAttempt, { module }: SaveRequest, draft: RecordDraft, before: RecordDraft): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const hasModule = (name: string): boolean => attempt.scope.snapshot.modules.has(name);
  for (const name of Object.keys(draft)) {
    const field = module.fields.get(name);
    if (field === undefined) {
      // A plugin's hook set a field that an admin has removed: the value is dropped.
      if (!name.startsWith('_')) delete draft[name];
    } else if (!sameValue(draft[name], before[name])) problems.push(...normalizeInto(field, draft, hasModule, before[name]));
  }
  return problems;
}

function normalizeInto(
  field: CompiledField,
  draft: RecordDraft,
  hasModule: (name: string) => boolean,
  stored: JsonValue | undefined,
): ErrorDetail[] {
  const normalized = field.type.normalize(draft[field.name] ?? null, { ...fieldContext(field, hasModule), stored: [stored] });
  if (!normalized.ok)
    return normalized.problems.map(({ path, code, message }) => ({
      field: path === undefined ? field.name : `${field.name}.${path}`,
      code,
      message,
    }));
  if (normalized.value === undefined) delete draft[field.name];
  else draft[field.name] = normalized.value;
  return [];
}

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
function listChangedFields(before: RecordDocument | undefined, after: RecordDraft | RecordDocument): Set<string> {
  const names = listDifferences(before ?? {}, after);
  for (const name of VERSIONING) names.delete(name);
  return names;
}

function listDifferences(before: RecordDraft | RecordDocument, after: RecordDraft | RecordDocument): Set<string> {
  const names = new Set<string>();
  for (const name of Object.keys(after)) if (!sameValue(before[name], after[name])) names.add(name);
  for (const name of Object.keys(before)) if (after[name] === undefined && !sameValue(before[name], undefined)) names.add(name);
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
    records: services.records,
    chain: [...attempt.chain, ...links],
  };
}

/** Ends a save with an error of the catalogue. The plugin host replaces it with a function that also supports the plugin's own errors. */
export const refuseSave: PreSaveContext['refuse'] = (code, options = {}) => {
  const known = code in ERROR_CATALOGUE;
  const row = { status: 422, isPublic: true, text: options.message ?? code };
  throw new MusterError(known ? (code as ErrorCode) : { code, row }, options);
};
