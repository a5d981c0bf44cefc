import type { FinderDefinition } from './module.ts';

/** The HTTP methods of finders. */
export type FinderMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The HTTP method of a finder: marking records as deleted is not a GET, and not every method has a body. */
export function getFinderMethod({ result, usesBody, relation }: Pick<FinderDefinition, 'result' | 'usesBody' | 'relation'>): FinderMethod {
  if (relation !== undefined) return 'POST';
  if (result === 'deletion') return usesBody === true ? 'PUT' : 'DELETE';
  return usesBody === true ? 'POST' : 'GET';
}
