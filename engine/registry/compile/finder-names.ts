import type { FinderDefinition } from '#engine/model/definitions';

/** Whether all fields of a finder exist; a field that points to a module that is not defined is omitted, and so are its finders. */
export function isComplete({ terms, sort, nextNumberOf }: FinderDefinition, absent: ReadonlySet<string>): boolean {
  return ![...listNames(terms), sort?.sortField ?? '', nextNumberOf ?? ''].some((name) => absent.has(name.split('.')[0] ?? ''));
}

/** Names of the fields in a filter, at any depth. */
function listNames(terms: unknown): string[] {
  if (Array.isArray(terms)) return terms.flatMap(listNames);
  if (typeof terms !== 'object' || terms === null) return [];
  return Object.entries(terms).flatMap(([name, value]) => (['and', 'or', 'not'].includes(name) ? listNames(value) : [name]));
}

/**
 * Names of the fields that the terms of a finder compare by equality or with a list of values, in their order: an index
 * can start with them.
 */
export function listEqualNames(terms: NonNullable<FinderDefinition['terms']>): readonly string[] {
  return Object.entries(terms)
    .filter(([name, value]) => !['and', 'or', 'not', '_id'].includes(name) && isEqual(value))
    .map(([name]) => name);
}

/** Names of the fields that each branch of a filter compares by equality: those of a filter with an `or` are in each of its parts. */
export function listRuleBranches(filter: { readonly [entry: string]: unknown }): readonly (readonly string[])[] {
  const { and, or, ...rest } = filter;
  const parts = Array.isArray(and) ? (and as readonly { readonly [entry: string]: unknown }[]) : [];
  const either = Array.isArray(or) ? (or as readonly { readonly [entry: string]: unknown }[]) : [];
  const own = Object.entries(rest).flatMap(([name, value]) =>
    RULE_WORDS.has(name) || !(isEqual(value) || isVariable(value)) ? [] : [name],
  );
  // Each way through the parts of the `and`, and through the `or`.
  const branches = [...parts.map(listRuleBranches), ...(either.length === 0 ? [] : [either.flatMap(listRuleBranches)])].reduce<
    readonly (readonly string[])[]
  >((all, more) => all.flatMap((one) => more.map((other) => [...one, ...other])).slice(0, MAX_BRANCHES), [own]);
  return branches;
}

/** What a filter contains beside fields. */
const RULE_WORDS: ReadonlySet<string> = new Set(['not', 'related', '_id']);

/** `{ "$": "me" }`, which is compared by equality. */
function isVariable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$' in value;
}

/** The most branches of a filter that get an index. */
const MAX_BRANCHES = 8;

/** A checkbox that was never saved is also false, so an equality with false does not match a single key. */
function isEqual(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== null && value !== false;
  const { equals, in: among } = value as { readonly equals?: unknown; readonly in?: unknown };
  return among !== undefined || (equals !== undefined && equals !== null && equals !== false);
}
