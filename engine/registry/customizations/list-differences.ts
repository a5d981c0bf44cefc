import { isDeepStrictEqual } from 'node:util';
import { findElementKey } from './property-paths.ts';

/** A part of a definition that differs between two states; undefined: it is absent. */
export interface DefinitionDifference {
  /** The position, with the elements of lists by their identifying property: '/fields/field_due/label'. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The elements of the list have another order; both values are their identifying properties, in order. */
  readonly isOrder: boolean;
}

/** The smallest parts in which two states of a definition differ; elements and properties that one of them lacks are one part. */
export function listDifferences(before: unknown, after: unknown): DefinitionDifference[] {
  const found: DefinitionDifference[] = [];
  collect(before, after, '', found);
  return found;
}

function collect(before: unknown, after: unknown, path: string, found: DefinitionDifference[]): void {
  if (isDeepStrictEqual(before, after)) return;
  const [old, now] = partsOf(before, after);
  if (old === undefined || now === undefined) {
    found.push({ path: path || '/', before, after, isOrder: false });
    return;
  }
  for (const name of new Set([...old.keys(), ...now.keys()])) collect(old.get(name), now.get(name), `${path}/${name}`, found);
  if (!Array.isArray(before)) return;
  const [first, second] = [[...old.keys()].filter((name) => now.has(name)), [...now.keys()].filter((name) => old.has(name))];
  if (!isDeepStrictEqual(first, second)) found.push({ path: path || '/', before: first, after: second, isOrder: true });
}

type Parts = ReadonlyMap<string, unknown> | undefined;

/** The members of two objects, or the elements of two lists by their identifying property; undefined: they cannot be compared in parts. */
function partsOf(before: unknown, after: unknown): readonly [Parts, Parts] {
  if (!isObject(before) || !isObject(after)) return [undefined, undefined];
  if (!Array.isArray(before) && !Array.isArray(after)) return [new Map(Object.entries(before)), new Map(Object.entries(after))];
  if (!Array.isArray(before) || !Array.isArray(after)) return [undefined, undefined];
  const key = findElementKey([...(before as unknown[]), ...(after as unknown[])]);
  if (key === undefined) return [undefined, undefined];
  const byKey = (list: readonly unknown[]) =>
    new Map((list as readonly { [name: string]: unknown }[]).map((one) => [String(one[key]), one]));
  return [byKey(before), byKey(after)];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
