import { MusterError } from '../../errors/index.ts';
import { fillTerms, type CompiledModule, type JsonObject, type JsonValue, type FinderDefinition } from '#engine/model';
import { IGNORED, withoutNames } from '../request/write-input.ts';

/** A parameter in the terms of a finder that is read from the request body. */
export interface FinderBodyParameter {
  readonly name: string;
  /** Its value is a list of accepted values. */
  readonly many: boolean;
}

/** Lists the required body parameters of a finder, in the order of its terms; empty for a finder without a body. */
export function listFinderBodyParameters(
  { path, terms, usesBody }: FinderDefinition,
  module: CompiledModule,
): readonly FinderBodyParameter[] {
  if (usesBody !== true) return [];
  const inPath = path.split('/');
  const found = new Map<string, FinderBodyParameter>();
  fillTerms((terms ?? {}) as JsonObject, module, ({ name, member }) => {
    if (!inPath.includes(`:${name}`)) found.set(name, { name, many: member === 'in' });
    return name;
  });
  return [...found.values()];
}

/**
 * Splits the body into the values of the terms and the rest, which holds the page options. Errors: `parameter_invalid`
 * when a value is missing.
 */
export function splitFinderBody(
  terms: readonly FinderBodyParameter[],
  body: { readonly [name: string]: JsonValue },
): { readonly bodyValues: JsonObject; readonly rest: JsonObject } {
  const names = terms.map(({ name }) => name);
  const missing = names.filter((name) => body[name] === undefined || body[name] === null);
  if (missing.length > 0)
    throw new MusterError('parameter_invalid', {
      details: missing.map((field) => ({ field, code: 'required', message: 'This is needed.' })),
    });
  const bodyValues = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
  return { bodyValues, rest: withoutNames(body, [...names, ...IGNORED, 'moduleOptions']) };
}
