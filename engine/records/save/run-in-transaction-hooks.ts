import { MusterError } from '../../errors/index.ts';
import type { JsonObject } from '#engine/model';
import type { InTransactionContext, NamedHook, SaveKind } from '../hooks.ts';
import { actorForPlugin, createHookContext, createSaveEvent, refuseSave } from './hook-context.ts';
import { assertNoCycle, formatHookName } from './hook-chain.ts';
import { findModule } from '../access/record-access.ts';
import type { SaveAttempt, SavedRecord, SaveRequest } from './save-request.ts';
import { createUnitReader } from './unit-reader.ts';

/** Adds one save to the unit: the save pipeline itself. */
export type Saver = (attempt: SaveAttempt, request: SaveRequest) => Promise<SavedRecord>;

/** Runs the in-transaction hooks in order. Their saves go through the same pipeline into the same unit. */
export async function runInTransactionHooks(
  attempt: SaveAttempt,
  request: SaveRequest,
  saved: SavedRecord,
  hooks: readonly NamedHook<InTransactionContext>[],
  save: Saver,
): Promise<void> {
  const event = createSaveEvent(attempt, request, () => saved.document);
  for (const hook of hooks) {
    const links = [...(request.links ?? []), formatHookName(hook, 'inTransaction', request.module.name)];
    await hook.run({
      ...createHookContext(attempt, request.actor, hook.plugin, links),
      event,
      record: saved.document,
      unit: createUnitReader(attempt),
      refuse: refuseSave,
      ...createHookOperations(
        attempt,
        { actor: actorForPlugin(request.actor, hook.plugin), trusted: true, causedBy: saved.changeId, links },
        save,
      ),
    });
  }
}

/** What all saves of one hook have in common. */
type HookSaveOptions = Pick<SaveRequest, 'actor' | 'trusted' | 'causedBy' | 'links'>;

function createHookOperations(
  attempt: SaveAttempt,
  options: HookSaveOptions,
  save: Saver,
): Pick<InTransactionContext, 'create' | 'update' | 'markDeleted'> {
  const change = async (kind: SaveKind, name: string, id: string, fields: JsonObject): Promise<void> => {
    assertNoCycle([...attempt.chain, ...(options.links ?? [])]);
    const module = findModule(attempt.scope, name);
    const [before] = await attempt.unit.load(module, [id]);
    if (before === undefined) throw new MusterError('record_not_found', { data: { module: name, _id: id } });
    await save(attempt, { ...options, kind, module, id, before, fields });
  };
  return {
    create: (name, fields) => createForHook(attempt, options, name, fields, save),
    update: (name, id, fields) => change('update', name, id, fields),
    markDeleted: (name, id) => change('delete', name, id, {}),
  };
}

/** Creates a record for a hook. Returns its id. */
export async function createForHook(
  attempt: SaveAttempt,
  options: HookSaveOptions,
  name: string,
  fields: JsonObject,
  save: Saver,
): Promise<string> {
  assertNoCycle([...attempt.chain, ...(options.links ?? [])]);
  const module = findModule(attempt.scope, name);
  const { document } = await save(attempt, {
    ...options,
    kind: 'create',
    module,
    id: typeof fields['_id'] === 'string' ? fields['_id'] : attempt.services.ids.next(),
    before: undefined,
    fields,
  });
  return document._id;
}
