import type { ApprovalLinkView } from '#engine/model/wire';
import { toText } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { Actor } from '../../../access/index.ts';
import { findRun } from '../runs/find-runs.ts';
import type { StoredRun } from '../runs/stored-run.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import type { ApprovalOperations, DecisionInput } from './contract.ts';
import { decide } from './decide.ts';
import { requireApproval } from './find-approval.ts';
import { isLinkOf, readLink } from './pending-approval.ts';

/** The approval of a link, with the rights that its user has now. */
export async function showLink(context: WorkflowContext, token: string): ReturnType<ApprovalOperations['readLink']> {
  const { run, actor } = await requireLink(context, token);
  try {
    const { approval, workflow, module, record } = await requireApproval(context, await context.access.scope(actor), run);
    return {
      ...{ text: approval.text, name: workflow.name, record: toText(record[module.nameField]) },
      state: approval.decision?.outcome ?? 'open',
      until: approval.until === null ? null : new Date(approval.until).toISOString(),
    };
  } catch (error) {
    // A link says nothing more to somebody who cannot decide any more.
    if (error instanceof MusterError && error.status < 500) throw new MusterError('approval_link_invalid');
    throw error;
  }
}

/** Decides in the name of the user of a link. */
export async function decideByLink(
  context: WorkflowContext,
  token: string,
  input: Pick<DecisionInput, 'outcome' | 'comment'>,
): Promise<ApprovalLinkView> {
  const { run, actor } = await requireLink(context, token);
  const shown = await showLink(context, token);
  await decide(context, actor, run._id, { ...input, token });
  return { ...shown, state: input.outcome };
}

/** Errors: `approval_link_invalid` for a wrong signature, and once the run waits for this approval no more. */
async function requireLink(
  { store }: WorkflowContext,
  token: string,
): Promise<{ readonly run: StoredRun; readonly actor: Actor & { readonly userId: string } }> {
  const named = readLink(token);
  const run = named === undefined ? undefined : await findRun(store, named.run);
  if (named === undefined || run?.approval === undefined || !isLinkOf(token, run._id, run.approval, named.user))
    throw new MusterError('approval_link_invalid');
  return { run, actor: { kind: 'user', userId: named.user } };
}
