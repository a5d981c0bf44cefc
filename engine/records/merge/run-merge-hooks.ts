import type { MergeEvent } from '../hooks.ts';
import { actorForPlugin, createHookContext, refuseSave } from '../save/hook-context.ts';
import { formatHookName } from '../save/hook-chain.ts';
import { createForHook, type Saver } from '../save/run-in-transaction-hooks.ts';
import type { SaveAttempt } from '../save/save-request.ts';

/**
 * Runs the hooks of a merge in order, in the unit that completes it: records that they create are committed with the
 * merge, or not at all.
 */
export async function runMergeHooks(attempt: SaveAttempt, event: MergeEvent, save: Saver): Promise<void> {
  for (const hook of attempt.services.hooks.onMerge(event.module.name)) {
    const links = [formatHookName(hook, 'onMerge', event.module.name)];
    const options = { actor: actorForPlugin(event.actor, hook.plugin), trusted: true, links };
    await hook.run({
      ...createHookContext(attempt, event.actor, hook.plugin, links),
      event,
      refuse: refuseSave,
      create: (module, fields) => createForHook(attempt, options, module, fields, save),
    });
  }
}
