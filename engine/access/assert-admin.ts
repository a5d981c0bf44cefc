import { MusterError } from '../errors/index.ts';
import type { Access, AccessScope, Actor } from './create-access.ts';

/** The scope of an actor without restrictions: a System Admin, or the product. Errors: `admin_only`. */
export async function assertAdmin({ access }: { readonly access: Pick<Access, 'scope'> }, actor: Actor): Promise<AccessScope> {
  const scope = await access.scope(actor);
  if (!scope.rights.unrestricted) throw new MusterError('admin_only');
  return scope;
}
