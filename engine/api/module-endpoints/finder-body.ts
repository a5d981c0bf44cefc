import { MusterError } from '../../errors/index.ts';
import { fillTerms, type CompiledModule, type JsonObject, type JsonValue, type FinderDefinition } from '#engine/model';
import { IGNORED, withoutNames } from '../request/write-input.ts';

/** A place in the terms of a look-up that its body fills. */
export interface FinderBodyParameter {
  readonly name: string;
  /** It takes one of several values. */
  readonly many: boolean;
}

/** What the body of a look-up has to hold, in the order of its terms; nothing for one without a body. */
export function listFinderBodyParameters({ path, terms, body }: FinderDefinition, module: CompiledModule): readonly FinderBodyParameter[] {
  if (body !== true) return [];
  const inPath = path.split('/');
  const found = new Map<string, FinderBodyParameter>();
  fillTerms((terms ?? {}) as JsonObject, module, ({ name, member }) => {
    if (!inPath.includes(`:${name}`)) found.set(name, { name, many: member === 'in' });
    return name;
  });
  return [...found.values()];
}

/** The body in two: what the terms ask for, and the rest, which says which page. Errors: `parameter_invalid` where a term is left without its value. */
export function splitFinderBody(terms: readonly FinderBodyParameter[], body: { readonly [name: string]: JsonValue }): { readonly bodyValues: JsonObject; readonly rest: JsonObject } {
  const names = terms.map(({ name }) => name);
  const missing = names.filter((name) => body[name] === undefined || body[name] === null);
  if (missing.length > 0) throw new MusterError('parameter_invalid', { details: missing.map((field) => ({ field, code: 'required', message: 'This is needed.' })) });
  const bodyValues = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
  return { bodyValues, rest: withoutNames(body, [...names, ...IGNORED, 'moduleOptions']) };
}
