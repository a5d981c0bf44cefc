import { MusterError } from '../../errors/index.ts';
import { fillTerms, type CompiledModule, type JsonObject, type JsonValue, type LookupDefinition } from '#engine/model';
import { IGNORED, withoutNames } from '../request/write-input.ts';

/** A place in the terms of a look-up that its body fills. */
export interface BodyTerm {
  readonly name: string;
  /** It takes one of several values. */
  readonly many: boolean;
}

/** What the body of a look-up has to hold, in the order of its terms; nothing for one without a body. */
export function listBodyTerms({ path, terms, body }: LookupDefinition, module: CompiledModule): readonly BodyTerm[] {
  if (body !== true) return [];
  const inPath = path.split('/');
  const found = new Map<string, BodyTerm>();
  fillTerms((terms ?? {}) as JsonObject, module, ({ name, member }) => {
    if (!inPath.includes(`:${name}`)) found.set(name, { name, many: member === 'in' });
    return name;
  });
  return [...found.values()];
}

/** The body in two: what the terms ask for, and the rest, which says which page. Errors: `parameter_invalid` where a term is left without its value. */
export function splitBody(terms: readonly BodyTerm[], body: { readonly [name: string]: JsonValue }): { readonly held: JsonObject; readonly rest: JsonObject } {
  const names = terms.map(({ name }) => name);
  const missing = names.filter((name) => body[name] === undefined || body[name] === null);
  if (missing.length > 0) throw new MusterError('parameter_invalid', { details: missing.map((field) => ({ field, code: 'required', message: 'This is needed.' })) });
  const held = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
  return { held, rest: withoutNames(body, [...names, ...IGNORED, 'moduleOptions']) };
}
