/** The operators of JSON Logic that a condition may use, with the minimum and maximum number of operands of each. */
export const CONDITION_OPERATORS: { readonly [operator: string]: readonly [fewest: number, most: number] } = {
  var: [1, 2],
  missing: [1, 50],
  missing_some: [2, 2],
  if: [2, 50],
  '?:': [3, 3],
  '==': [2, 2],
  '===': [2, 2],
  '!=': [2, 2],
  '!==': [2, 2],
  '!': [1, 1],
  '!!': [1, 1],
  or: [1, 50],
  and: [1, 50],
  '>': [2, 2],
  '>=': [2, 2],
  '<': [2, 3],
  '<=': [2, 3],
  max: [1, 50],
  min: [1, 50],
  '+': [1, 50],
  '-': [1, 2],
  '*': [1, 50],
  '/': [2, 2],
  '%': [2, 2],
  in: [2, 2],
  cat: [1, 50],
  substr: [2, 3],
  merge: [0, 50],
  some: [2, 2],
  all: [2, 2],
  none: [2, 2],
  filter: [2, 2],
};

/** Operators that evaluate each entry of a list; nesting one inside another multiplies the work. */
export const ITERATING_OPERATORS: readonly string[] = ['some', 'all', 'none', 'filter'];

/** Limits of a condition: levels of nesting, total rules and values, characters of a text, lists within lists. */
export const CONDITION_BOUNDS = { depth: 20, nodes: 500, text: 2000, iterations: 2 } as const;
