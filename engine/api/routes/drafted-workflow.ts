import type { JsonValue } from '#engine/model/values';
import type { DraftedWorkflow } from '../../automation/index.ts';
import { bodyOf, type RequestContext } from '../request/request-context.ts';

/**
 * The version of a workflow in a draft: in that of the body (`changeSet`), else in the latest one of the admin that changes it. Undefined:
 * there is none, or `changeSet` is null. Errors: `change_set_not_found`, `change_set_not_draft`, `definition_invalid` with all problems for a
 * draft that cannot be published.
 */
export async function findDraftedWorkflow(context: RequestContext, workflow: string): Promise<DraftedWorkflow | undefined> {
  const { changeSets } = context.services;
  const { changeSet } = bodyOf(context) as { readonly changeSet?: JsonValue };
  const userId = context.actor.userId ?? '';
  if (changeSet === null) return undefined;
  const id = typeof changeSet === 'string' ? changeSet : (await changeSets.draftOf(userId, 'workflow', workflow))?._id;
  if (id === undefined) return undefined;
  const { draft, definitions } = await changeSets.compile(userId, id);
  const definition = definitions.workflows.byId(workflow);
  return definition && { definition, changeSet: { _id: draft._id, name: draft.name } };
}
