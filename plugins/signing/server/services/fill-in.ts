import type { PluginRouteContext } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { checkValues, resolveInputs, type ValueProblem } from '../../shared/check-values.ts';
import { isEmpty } from '../../shared/compare-values.ts';
import type { InputValues } from '../../shared/conditions.ts';
import type { DocumentInput } from '../../shared/document.ts';
import { findForeignFiles, type SignerFile } from './signer-files.ts';
import type { SigningSession } from './signing-session.ts';
import { listOwn, refreshOptions, viewFor } from './signing-view.ts';

/** Of the values of all inputs of a recipient, as JSON. */
const MOST_BYTES = 40_000;

/** What a recipient fills in. */
export interface FilledIn {
  /** The values that count: of their visible inputs. */
  readonly responses: { readonly [id: string]: JsonValue };
  /** Labels of the inputs that they left empty. */
  readonly skipped: readonly string[];
}

/** Values of inputs, with those that were saved before. */
export function joinDraft({ instance, link }: SigningSession, given: InputValues): InputValues {
  return { ...instance.drafts[link.r], ...given };
}

/**
 * Checks what a recipient sends. Errors: `esign_value_refused` for values of inputs that are not theirs, not shown or fixed, and files that
 * they did not add; `esign_values_invalid` for others that are not accepted, and with `isComplete` for missing ones.
 */
export function checkGiven(
  context: PluginRouteContext,
  session: SigningSession,
  given: InputValues,
  { files, isComplete }: { readonly files: readonly SignerFile[]; readonly isComplete: boolean },
): FilledIn {
  const { instance, recipient } = session;
  const view = refreshOptions(context, viewFor(instance, recipient));
  const values = joinDraft(session, given);
  const own = listOwn(view, recipient);
  const filling = { recipientId: recipient.recipientId, role: recipient.recipientType };
  const problems = checkValues(view, values, filling, { isComplete }).filter((problem) => isOfRequest(problem, given, isComplete));
  const foreign = findForeignFiles(own, given, files, recipient.recipientId).map(
    ({ id, field }): ValueProblem => ({
      id,
      label: field.label,
      code: 'not_yours',
      text: `Add the file or signature for ${field.label} again.`,
    }),
  );
  refuseProblems(context, [...problems, ...foreign]);
  if (Buffer.byteLength(JSON.stringify(values)) > MOST_BYTES) context.refuse('esign_too_long');
  const states = resolveInputs(view, values);
  const filled = own.flatMap(({ id, type }) => {
    const state = states.get(id);
    const isEntered = state !== undefined && !state.isHidden && type.inputType !== 'Formula' && type.inputType !== 'Date Signed';
    return isEntered && !isEmpty(state.value) ? [[id, state.value as JsonValue] as const] : [];
  });
  const skipped = own.filter((input) => isSkipped(input, states.get(input.id)));
  return { responses: Object.fromEntries(filled), skipped: skipped.map(({ field }) => field.label).slice(0, 100) };
}

/** A value that was saved before may have been hidden since: it is left out, and no problem. */
function isOfRequest({ id, code }: ValueProblem, given: InputValues, isComplete: boolean): boolean {
  if (code === 'required') return isComplete;
  return Object.hasOwn(given, id) || (isComplete && code === 'invalid');
}

function isSkipped(
  { type }: DocumentInput,
  state: { readonly isHidden: boolean; readonly isDisabled: boolean; readonly value: unknown } | undefined,
): boolean {
  return state !== undefined && !state.isHidden && !state.isDisabled && state.value === undefined && type.inputType !== 'Date Signed';
}

function refuseProblems({ refuse }: PluginRouteContext, problems: readonly ValueProblem[]): void {
  if (problems.length === 0) return;
  const isRefused = problems.some(({ code }) => code !== 'required' && code !== 'invalid');
  refuse(isRefused ? 'esign_value_refused' : 'esign_values_invalid', {
    details: problems.slice(0, 200).map(({ id, code, text }) => ({ field: id, code, message: text })),
  });
}

/** The day of a signature in the time zone of the signer, for their inputs of that kind. */
export function dateInputs(context: PluginRouteContext, { instance, recipient }: SigningSession, at: number, timeZone: string): JsonObject {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
  const own = listOwn(viewFor(instance, recipient), recipient).filter(({ type }) => type.inputType === 'Date Signed');
  return Object.fromEntries(own.map(({ id }) => [id, day]));
}

/** A time zone that exists: that of the signer, else that of the product. */
export function chooseTimeZone({ setting }: Pick<PluginRouteContext, 'setting'>, given: string | undefined): string {
  for (const name of [given, toText(setting('time_zone'))])
    try {
      if (name !== undefined && name !== '') return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      continue;
    }
  return 'America/New_York';
}
