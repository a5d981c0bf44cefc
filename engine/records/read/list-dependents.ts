import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { RecordServices } from '../record-services.ts';
import { countDependents, type DependentCount } from './find-dependents.ts';
import { loadRecord, getReadableModule, canSeeRecord } from '../access/record-access.ts';

/** Counts the records that refer to a record, shown before a deletion. Errors: `record_not_found`. */
export async function listDependents(
  services: RecordServices,
  actor: Actor,
  input: { readonly module: string; readonly id: string },
): Promise<readonly DependentCount[]> {
  const scope = await services.access.scope(actor);
  const module = getReadableModule(scope, input.module);
  const document = await loadRecord(services, scope, module, input.id);
  if (document === undefined || scope.rights.namesOnly(module) || !(await canSeeRecord(services, scope, module, document)))
    throw new MusterError('record_not_found');
  return countDependents(services, scope, module, input.id, false);
}
