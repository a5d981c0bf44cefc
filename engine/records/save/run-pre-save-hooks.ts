import type { ErrorDetail } from '../../errors/index.ts';
import type { CompiledField, RecordDraft } from '#engine/model';
import { allOf, fieldContext } from '#engine/model';
import type { NamedHook, PreSaveContext } from '../hooks.ts';
import { createHookContext, createSaveEvent, refuseSave } from './hook-context.ts';
import { formatHookName } from './hook-chain.ts';
import { findModule } from '../access/record-access.ts';
import { sameValue } from './same-value.ts';
import type { SaveAttempt, SaveRequest } from './save-request.ts';
import { createUnitReader, notDeleted } from './unit-reader.ts';

/**
 * Runs the pre-save hooks in order, each on the draft of the one before it, and normalises the values that they set.
 * Returns the problems of those values. A refusal ends the save.
 */
export async function runPreSaveHooks(
  attempt: SaveAttempt,
  request: SaveRequest,
  draft: RecordDraft,
  hooks: readonly NamedHook<PreSaveContext>[],
): Promise<ErrorDetail[]> {
  const before = { ...draft };
  const event = createSaveEvent(attempt, request, () => draft);
  for (const hook of hooks) await hook.run(createPreSaveContext(attempt, request, draft, event, hook));
  return normalizeHookChanges(attempt, request, draft, before);
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
    requireAbsence: (name, filter, { exceptIds, lockKeys }) => {
      const module = findModule(attempt.scope, name);
      attempt.unit.addAbsenceCheck({
        collection: module.storage.name,
        filter: allOf([filter, ...notDeleted(module)]),
        exceptIds: [request.id, ...exceptIds],
        lockKeys,
      });
    },
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
    } else if (!sameValue(draft[name], before[name])) problems.push(...normalizeInto(field, draft, hasModule));
  }
  return problems;
}

function normalizeInto(field: CompiledField, draft: RecordDraft, hasModule: (name: string) => boolean): ErrorDetail[] {
  const normalized = field.type.normalize(draft[field.name] ?? null, fieldContext(field, hasModule));
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
