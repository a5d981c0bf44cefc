import { timeZoneOf, type AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { GroupStep } from '../../ports/index.ts';
import { canonicalTimeZone, findField, type CompiledField, type CompiledModule, type FilterContext, type KeySchema } from '#engine/model';
import type { GroupInput } from '../contract.ts';
import { createFieldNotVisibleError } from './read-query.ts';

/** The field of a grouping or a measure. */
export interface GroupTarget {
  readonly field: CompiledField;
  readonly key: KeySchema;
}

/** A step of a grouping in the store's format. Errors: `group_invalid`, `field_not_visible`. */
export function readGroupStep(
  scope: AccessScope,
  context: FilterContext,
  { field: name, unit, timeZone }: GroupInput['by'][number],
): { readonly step: GroupStep; readonly money: boolean } {
  const { field, key } = findGroupTarget(scope, context, name);
  const { comparison } = field.type;
  if (comparison === 'none') throw createGroupError(`${name} has nothing to group by`);
  if (unit === undefined) return { step: { kind: 'key', key }, money: comparison === 'money' };
  if (comparison !== 'day' && comparison !== 'instant') throw createGroupError(`${name} is no date`);
  if (comparison === 'day' && unit === 'hour') throw createGroupError(`${name} has no hours`);
  // One spelling per zone: clocks are cached by it, and stores support no other.
  const zone = timeZone === undefined ? timeZoneOf(scope.snapshot) : canonicalTimeZone(timeZone);
  if (zone === undefined) throw createGroupError(`${timeZone} is no time zone`);
  return { step: { kind: 'bucket', key, of: comparison, unit, timeZone: zone }, money: false };
}

/** A field, or a part of an Address, that the reader may see on every record. */
export function findGroupTarget(scope: AccessScope, context: FilterContext, name: string): GroupTarget {
  const { module } = context;
  const field = findField(module, name, context) ?? findAddress(module, name, context);
  const key = field?.keys.find((one) => one.id === (name === field.name ? field.id : `${field.id}.${name.slice(field.name.length + 1)}`));
  if (field === undefined || key === undefined) throw createGroupError(`there is no field ${name}`);
  if (!context.canFilter(module.name, field.name)) throw createFieldNotVisibleError(scope, module.name, field.name);
  return { field, key };
}

function findAddress(module: CompiledModule, name: string, context: FilterContext): CompiledField | undefined {
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : findField(module, name.slice(0, dot), context);
}

export function createGroupError(reason: string): MusterError {
  return new MusterError('group_invalid', { values: { reason } });
}
