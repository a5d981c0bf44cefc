import type { MergeEvent } from '../hooks.ts';
import { actForPlugin, createHookContext, refuseSave } from './hook-context.ts';
import { nameLink } from './hook-chain.ts';
import { createForHook, type Saver } from './run-in-save.ts';
import type { SaveAttempt } from './save-request.ts';

/** Runs the hooks of a merge in order, in the unit that ends it: what they make is there with the merge, or not at all. */
export async function runInMerge(attempt: SaveAttempt, event: MergeEvent, save: Saver): Promise<void> {
  for (const hook of attempt.kernel.hooks.inMerge(event.module.name)) {
    const links = [nameLink(hook, 'inMerge', event.module.name)];
    const answer = { actor: actForPlugin(event.actor, hook.plugin), trusted: true, links };
    await hook.run({
      ...createHookContext(attempt, event.actor, hook.plugin, links),
      event,
      refuse: refuseSave,
      create: (module, fields) => createForHook(attempt, answer, module, fields, save),
    });
  }
}
