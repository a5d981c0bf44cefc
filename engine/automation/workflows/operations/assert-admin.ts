import { MusterError } from '../../../errors/index.ts';
import type { AccessScope, Actor } from '../../../access/index.ts';
import type { WorkflowContext } from '../workflow-context.ts';

/** Errors: `admin_only`. */
export async function assertAdmin({ access }: WorkflowContext, actor: Actor): Promise<AccessScope> {
  const scope = await access.scope(actor);
  if (!scope.rights.unrestricted) throw new MusterError('admin_only');
  return scope;
}
