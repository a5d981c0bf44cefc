import { MusterError } from '../../errors/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import { dismissTask, findTasksOf, restartTask, type ValueTask } from '../../records/index.ts';
import type { ChangeSetServices, Requester } from '../contract.ts';
import { commitOnce, requireDraft } from '../manage-drafts.ts';

/** Makes the job try again the records that a rule refused, such as after the rule or the records changed. */
export function retryReplacement(services: ChangeSetServices, by: Requester, id: string): Promise<void> {
  return steer(services, by, id, restartTask);
}

/** Ends it: the records that a rule refused keep the removed value. */
export function dismissReplacement(services: ChangeSetServices, by: Requester, id: string): Promise<void> {
  return steer(services, by, id, dismissTask);
}

async function steer(services: ChangeSetServices, by: Requester, id: string, write: (task: ValueTask) => StoreWrite): Promise<void> {
  const isPublished = (await services.registry.changeSets()).some(({ _id }) => _id === id);
  if (!isPublished) await requireDraft(services, by.userId, id);
  await commitOnce(services, by, async () => {
    const refused = (await findTasksOf(services.store, [id])).filter(({ state }) => state === 'refused');
    if (refused.length === 0) throw new MusterError('values_not_refused');
    return { writes: refused.map(write), result: null };
  });
}
