import type { ErrorSchema } from '@rjsf/utils';
import type { ApiError } from '../../client/index.ts';
import { valueAt } from './form-values.ts';

/** A problem at a place of a form's value. */
export interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function isNumber(step: string): boolean {
  return /^\d+$/.test(step);
}

/** Reads the place of a problem as the API writes it: `url`, `brandings.0.title` or `/brandings/0/title`. */
export function readIssuePath(field: string): readonly (string | number)[] {
  const steps = field.startsWith('/') ? field.slice(1).split('/') : field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return steps.filter((step) => step !== '').map((step) => (isNumber(step) ? Number(step) : step));
}

/** The problems of a refused save at the properties of a form, and the texts of those that are of none of them. */
export function readSchemaIssues(
  { details }: Pick<ApiError, 'details'>,
  isProperty: (name: string) => boolean,
): { readonly issues: readonly SchemaIssue[]; readonly general: readonly string[] } {
  const read = details.map(({ field, message }) => ({ path: readIssuePath(field), message }));
  const isOwn = ({ path: [first] }: SchemaIssue): boolean => typeof first === 'string' && isProperty(first);
  return { issues: read.filter(isOwn), general: read.filter((issue) => !isOwn(issue)).map(({ message }) => message) };
}

/** The problems as rjsf reads them. */
export function toIssueSchema(issues: readonly SchemaIssue[]): ErrorSchema<Record<string, unknown>> {
  const root: { [step: string]: unknown } = {};
  for (const { path, message } of issues) {
    let at = root;
    for (const step of path) at = (at[step] ??= {}) as { [step: string]: unknown };
    at['__errors'] = [...((at['__errors'] as readonly string[] | undefined) ?? []), message];
  }
  return root as ErrorSchema<Record<string, unknown>>;
}

/** The problems whose value has not changed since they were reported. */
export function keepCurrentIssues(issues: readonly SchemaIssue[], before: unknown, after: unknown): readonly SchemaIssue[] {
  const remaining = issues.filter(({ path }) => JSON.stringify(valueAt(before, path)) === JSON.stringify(valueAt(after, path)));
  return remaining.length === issues.length ? issues : remaining;
}
