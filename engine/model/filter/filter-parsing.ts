import type { CompiledModule } from '../compiled/index.ts';
import type { FilterContext, FilterProblem } from './filter-context.ts';

export const FILTER_BOUNDS = { depth: 10, entries: 200, list: 1000, text: 200, related: 3, days: 36_500, miles: 500 } as const;

/** Leaves the parser; caught at its door and answered as a value. */
export class FilterRefusal extends Error {
  readonly problem: FilterProblem;

  constructor(problem: FilterProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

/** What a whole parse shares: counters and notes. */
export interface FilterParse {
  readonly context: FilterContext;
  entries: number;
  usesClock: boolean;
  teamsRemoved: boolean;
}

/** Where the parser stands. */
export interface FilterPlace {
  readonly parse: FilterParse;
  readonly module: CompiledModule;
  readonly path: readonly (string | number)[];
  readonly depth: number;
  readonly relatedDepth: number;
}

/** Refuses with `filter_invalid` at this place. */
export function refuse(place: FilterPlace, reason: string): never {
  throw new FilterRefusal({ ok: false, code: 'filter_invalid', path: place.path.join('.'), reason });
}

/** Refuses with `field_not_visible` unless the reader may filter by the field. */
export function assertVisible(place: FilterPlace, module: string, field: string): void {
  if (place.parse.context.canFilter(module, field)) return;
  throw new FilterRefusal({ ok: false, code: 'field_not_visible', path: place.path.join('.'), reason: 'the field cannot be seen', module, field });
}

/** The place one step further in. */
export function step(place: FilterPlace, ...names: readonly (string | number)[]): FilterPlace {
  return { ...place, path: [...place.path, ...names] };
}

export type PlainObject = { readonly [name: string]: unknown };

/** Whether a value is a JSON object: no list, no null. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member; names that every object inherits are not found. */
export function ownMember(object: PlainObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
