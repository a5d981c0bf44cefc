import type { LookupDefinition } from './module.ts';

/** The methods by which look-ups are called. */
export type LookupMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The method by which a look-up is called: one that marks records deleted is no reading, and not every method has a body. */
export function lookupMethodOf({ answer, body, relation }: Pick<LookupDefinition, 'answer' | 'body' | 'relation'>): LookupMethod {
  if (relation !== undefined) return 'POST';
  if (answer === 'deletion') return body === true ? 'PUT' : 'DELETE';
  return body === true ? 'POST' : 'GET';
}
