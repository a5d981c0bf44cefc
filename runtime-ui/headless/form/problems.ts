import type { ErrorBody, ModuleView } from '#engine/model/wire';
import { findField } from '../module/module-finders.ts';

/** A problem of a field. */
export interface FieldIssue {
  /** Name of the field. */
  readonly field: string;
  /** The path inside a structured value ('zip', '1.email_address'); '': the value itself. */
  readonly path: string;
  /** For programs, such as 'required'. */
  readonly code: string;
  /** For people: a sentence. */
  readonly message: string;
}

/** The problems reported by the server. */
export interface FormProblems {
  /** By the name of the field. */
  readonly byField: { readonly [field: string]: readonly FieldIssue[] };
  /** Messages of no field that the user may see. */
  readonly general: readonly string[];
}

export const NO_PROBLEMS: FormProblems = { byField: {}, general: [] };

/** Groups the details of an error response by field. An error without details becomes one general message. */
export function readProblems(module: ModuleView, body: ErrorBody): FormProblems {
  const byField: Record<string, FieldIssue[]> = {};
  const general: string[] = [];
  for (const { field, code, message } of body.details) {
    const [head = '', ...rest] = field.replace(/^fields\./, '').split('.');
    if (findField(module, head) === undefined) general.push(message);
    else (byField[head] ??= []).push({ field: head, path: rest.join('.'), code, message });
  }
  return { byField, general: body.details.length === 0 ? [body.error] : general };
}

/** Removes the problems of a field, after its value was changed. */
export function withoutField(problems: FormProblems, field: string): FormProblems {
  if (problems.byField[field] === undefined) return problems;
  return { ...problems, byField: Object.fromEntries(Object.entries(problems.byField).filter(([name]) => name !== field)) };
}
