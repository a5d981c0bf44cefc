import type { FinderDefinition } from '#engine/model';

/** Whether all that a look-up names is there; a field that points to a module which is not defined is left out, and its look-ups with it. */
export function isComplete({ terms, sort, next }: FinderDefinition, absent: ReadonlySet<string>): boolean {
  return ![...listNames(terms), sort?.sortField ?? '', next ?? ''].some((name) => absent.has(name.split('.')[0] ?? ''));
}

/** Names of the fields in a filter, however deep. */
function listNames(terms: unknown): string[] {
  if (Array.isArray(terms)) return terms.flatMap(listNames);
  if (typeof terms !== 'object' || terms === null) return [];
  return Object.entries(terms).flatMap(([name, value]) => (['and', 'or', 'not'].includes(name) ? listNames(value) : [name]));
}

/** Names of the fields that the terms of a look-up ask for by what they equal, or by a list that it is in, in their order: an index can lead with them. */
export function listEqualNames(terms: NonNullable<FinderDefinition['terms']>): readonly string[] {
  return Object.entries(terms).filter(([name, value]) => !['and', 'or', 'not', '_id'].includes(name) && isEqual(value)).map(([name]) => name);
}

/** A checkbox that was never written is false too, so that no single key leads to what is false. */
function isEqual(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== null && value !== false;
  const { equals, in: among } = value as { readonly equals?: unknown; readonly in?: unknown };
  return among !== undefined || (equals !== undefined && equals !== null && equals !== false);
}
