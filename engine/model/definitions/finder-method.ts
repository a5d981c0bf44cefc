import type { FinderDefinition } from './module.ts';

/** The methods by which look-ups are called. */
export type FinderMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The method by which a look-up is called: one that marks records deleted is no reading, and not every method has a body. */
export function getFinderMethod({ answer, body, relation }: Pick<FinderDefinition, 'answer' | 'body' | 'relation'>): FinderMethod {
  if (relation !== undefined) return 'POST';
  if (answer === 'deletion') return body === true ? 'PUT' : 'DELETE';
  return body === true ? 'POST' : 'GET';
}
