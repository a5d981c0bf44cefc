import type { CompiledModule } from '../compiled/index.ts';
import type { FilterContext, FilterProblem } from './filter-context.ts';

export const FILTER_BOUNDS = { depth: 10, entries: 200, list: 1000, text: 200, related: 3, days: 36_500, miles: 500 } as const;

/** Leaves the parser; caught at its door and answered as a value. */
export class FilterParseError extends Error {
  readonly problem: FilterProblem;

  constructor(problem: FilterProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

/** What a whole parse shares: counters and notes. */
export interface FilterParseState {
  readonly context: FilterContext;
  entries: number;
  usesClock: boolean;
  teamsRemoved: boolean;
}

/** Where the parser stands. */
export interface FilterPosition {
  readonly parse: FilterParseState;
  readonly module: CompiledModule;
  readonly path: readonly (string | number)[];
  readonly depth: number;
  readonly relatedDepth: number;
}

/** Refuses with `filter_invalid` at this place. */
export function refuse(position: FilterPosition, reason: string): never {
  throw new FilterParseError({ ok: false, code: 'filter_invalid', path: position.path.join('.'), reason });
}

/** Refuses with `field_not_visible` unless the reader may filter by the field. */
export function assertVisible(position: FilterPosition, module: string, field: string): void {
  if (position.parse.context.canFilter(module, field)) return;
  throw new FilterParseError({ ok: false, code: 'field_not_visible', path: position.path.join('.'), reason: 'the field cannot be seen', module, field });
}

/** The place one step further in. */
export function step(position: FilterPosition, ...names: readonly (string | number)[]): FilterPosition {
  return { ...position, path: [...position.path, ...names] };
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
