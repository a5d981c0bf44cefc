import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { RecordKernel } from '../kernel.ts';
import { countDependents, type DependentCount } from '../stages/find-dependents.ts';
import { loadRecord, reachModule, seesRecord } from '../stages/reach-module.ts';

/** Counts what refers to a record, to be shown before a deletion. Errors: `record_not_found`. */
export async function listDependents(kernel: RecordKernel, actor: Actor, input: { readonly module: string; readonly id: string }): Promise<readonly DependentCount[]> {
  const scope = await kernel.access.scope(actor);
  const module = reachModule(scope, input.module);
  const document = await loadRecord(kernel, scope, module, input.id);
  if (document === undefined || scope.rights.namesOnly(module) || !(await seesRecord(kernel, scope, module, document))) throw new MusterError('record_not_found');
  return countDependents(kernel, scope, module, input.id, false);
}
