import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { MATCH_ALL } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import { createModuleAccessDeniedError, findModule } from '../access/record-access.ts';
import { createFieldNotVisibleError } from './read-query.ts';

/**
 * The highest value of the field in any record plus one, including deleted records and those that the actor cannot see;
 * the result reveals nothing else about them. Nothing is reserved. Errors: `module_not_found`, `module_access_denied`,
 * `field_not_visible`, `parameter_invalid` if the field is not a number.
 */
export async function readNextNumber(
  services: RecordServices,
  actor: Actor,
  input: { readonly module: string; readonly field: string },
): Promise<number> {
  const scope = await services.access.scope(actor);
  const module = findModule(scope, input.module);
  if (!scope.rights.unrestricted && !scope.rights.module(module.name).access) throw createModuleAccessDeniedError(module);
  const field = module.fields.get(input.field);
  const key = field?.keys[0];
  if (field === undefined || key === undefined || field.type.comparison !== 'number' || key.list)
    throw new MusterError('parameter_invalid', {
      details: [{ field: input.field, code: 'no_number', message: 'There is no number of this name.' }],
    });
  if (!scope.rights.canFilter(module, field.name)) throw createFieldNotVisibleError(scope, module.name, field.name);
  const [last] = await services.store.find({
    collection: module.storage.name,
    filter: MATCH_ALL,
    sort: [{ kind: 'key', key, descending: true }],
    limit: 1,
  });
  const highest = last?.document[field.name];
  const first = Math.ceil(field.definition.minimum ?? 1);
  return typeof highest === 'number' ? Math.max(first, Math.floor(highest) + 1) : first;
}
