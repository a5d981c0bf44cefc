import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule, PlannedIndex } from '#engine/model/compiled';
import type { ModuleDefinition } from '#engine/model/definitions';
import { MusterError } from '../errors/index.ts';

/** The module's definition without an index. Errors: `index_not_found`, `index_required`. */
export function leaveIndexOut(module: CompiledModule, fields: readonly string[]): ModuleDefinition {
  const index = findIndex(module, fields, false);
  if (index.isRequired) throw new MusterError('index_required', { values: { fields: fields.join(', ') } });
  return { ...module.definition, withoutIndexes: [...(module.definition.withoutIndexes ?? []), [...index.names]] };
}

/** The module's definition with an index that it left out. Errors: `index_not_found`. */
export function takeIndexIn(module: CompiledModule, fields: readonly string[]): ModuleDefinition {
  const { names } = findIndex(module, fields, true);
  const { withoutIndexes = [], ...definition } = module.definition;
  const others = withoutIndexes.filter((one) => !isDeepStrictEqual(one, names));
  return others.length === 0 ? definition : { ...definition, withoutIndexes: others };
}

function findIndex({ indexPlan }: CompiledModule, fields: readonly string[], isLeftOut: boolean): PlannedIndex {
  const index = indexPlan.find((one) => one.isLeftOut === isLeftOut && isDeepStrictEqual(one.names, fields));
  if (index === undefined) throw new MusterError('index_not_found');
  return index;
}
