import { MusterError } from '../../errors/index.ts';
import type { JsonObject, RecordDocument } from '#engine/model';
import type { InSaveContext, NamedHook, SaveKind } from '../hooks.ts';
import { actForPlugin, createHookContext, createSaveEvent, refuseSave } from './hook-context.ts';
import { findModule } from './reach-module.ts';
import type { SaveAttempt, SavedRecord, SaveRequest } from './save-request.ts';
import { createUnitReader } from './unit-reader.ts';

/** Hooks answer saves with saves; past this depth they are taken to answer each other for ever. */
const MAX_DEPTH = 8;

/** Puts one save into the unit: the pipeline itself. */
export type Saver = (attempt: SaveAttempt, request: SaveRequest) => Promise<SavedRecord>;

/** Runs the in-save hooks in order. The saves that they ask for go through the same pipeline into the same unit. */
export async function runInSave(attempt: SaveAttempt, request: SaveRequest, saved: SavedRecord, hooks: readonly NamedHook<InSaveContext>[], save: Saver): Promise<void> {
  const event = createSaveEvent(attempt, request, () => saved.document);
  for (const hook of hooks) {
    if (request.depth >= MAX_DEPTH) throw new MusterError('plugin_failed', { values: { plugin: hook.plugin } });
    await hook.run({
      ...createHookContext(attempt, request, hook.plugin),
      event,
      record: saved.document,
      unit: createUnitReader(attempt),
      refuse: refuseSave,
      ...createChanges(attempt, request, saved, hook.plugin, save),
    });
  }
}

function createChanges(attempt: SaveAttempt, request: SaveRequest, saved: SavedRecord, plugin: string, save: Saver): Pick<InSaveContext, 'create' | 'update' | 'markDeleted'> {
  const answer = { actor: actForPlugin(request.actor, plugin), trusted: true, causedBy: saved.changeId, depth: request.depth + 1 };
  const change = async (kind: SaveKind, name: string, id: string, fields: JsonObject): Promise<void> => {
    const module = findModule(attempt.scope, name);
    const [before] = await attempt.unit.load(module, [id]);
    if (before === undefined) throw new MusterError('record_not_found', { data: { module: name, _id: id } });
    await save(attempt, { ...answer, kind, module, id, before, fields });
  };
  return {
    create: async (name, fields) => {
      const module = findModule(attempt.scope, name);
      const made: RecordDocument = (await save(attempt, { ...answer, kind: 'create', module, id: attempt.kernel.ids.next(), before: undefined, fields })).document;
      return made._id;
    },
    update: (name, id, fields) => change('update', name, id, fields),
    markDeleted: (name, id) => change('delete', name, id, {}),
  };
}
