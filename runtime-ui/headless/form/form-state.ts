import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import type { RecordValues } from '../module/record-value.ts';
import type { Conflict } from './conflict.ts';
import { changedFields, type Draft } from './draft.ts';
import { NO_PROBLEMS, withoutField, type FieldIssue, type FormProblems } from './problems.ts';

/** The state of a form from opening to save. */
export interface FormState {
  /** The record as it was loaded; {} for a new one. */
  readonly base: RecordValues;
  /** The values of the form. */
  readonly draft: Draft;
  /** The draft when the form was opened, with its defaults; compared with the draft to find unsaved changes. */
  readonly opened: Draft;
  /** The problems of the last save. */
  readonly problems: FormProblems;
  /** Typed text that widgets cannot parse, such as broken JSON; by field. */
  readonly parseErrors: { readonly [field: string]: string };
  /** Increases with each failed save, so that the focus moves to the summary. */
  readonly attempt: number;
  /** What another user changed in the meantime; undefined: nothing that was not resolved. */
  readonly conflict: Conflict | undefined;
  /** Sensitive fields that were typed before and not stored on this device: a save without them needs the user's confirmation. */
  readonly redactedFields: readonly string[];
}

export type FormAction =
  | { readonly kind: 'opened'; readonly base: RecordValues; readonly draft: Draft }
  /** Values typed earlier, over the record as it was then, or as it is now. */
  | {
      readonly kind: 'restored';
      readonly base: RecordValues;
      readonly opened: Draft;
      readonly draft: Draft;
      readonly withheld: readonly string[];
    }
  /** The redacted fields are to be omitted. */
  | { readonly kind: 'left out' }
  | { readonly kind: 'typed'; readonly field: string; readonly value: JsonValue | undefined }
  | { readonly kind: 'unreadable'; readonly field: string; readonly message: string | undefined }
  | { readonly kind: 'refused'; readonly problems: FormProblems }
  | { readonly kind: 'conflicted'; readonly conflict: Conflict }
  /** The save of another user, applied below the typed values. */
  | { readonly kind: 'followed'; readonly base: RecordValues; readonly draft: Draft }
  /** A save succeeded, or the next one is based on another user's version; redacted fields were resolved before. */
  | { readonly kind: 'rebased'; readonly base: RecordValues; readonly draft: Draft }
  | { readonly kind: 'conflict closed' };

/** The state of a form when it is opened. */
export function openForm(base: RecordValues, draft: Draft): FormState {
  return { base, draft, opened: draft, problems: NO_PROBLEMS, parseErrors: {}, attempt: 0, conflict: undefined, redactedFields: [] };
}

/** Computes the next state of a form. */
export function reduceForm(state: FormState, action: FormAction): FormState {
  switch (action.kind) {
    case 'opened':
      return openForm(action.base, action.draft);
    case 'restored':
      return { ...openForm(action.base, action.opened), draft: action.draft, redactedFields: action.withheld };
    case 'left out':
      return { ...state, redactedFields: [], problems: NO_PROBLEMS };
    case 'typed':
      return { ...state, draft: { ...state.draft, [action.field]: action.value }, problems: withoutField(state.problems, action.field) };
    case 'unreadable':
      return state.parseErrors[action.field] === action.message
        ? state
        : { ...state, parseErrors: withUnreadable(state.parseErrors, action.field, action.message) };
    case 'refused':
      return { ...state, problems: action.problems, attempt: state.attempt + 1 };
    case 'conflicted':
      return { ...state, conflict: action.conflict };
    case 'followed':
      return { ...state, base: action.base, opened: action.base, draft: action.draft };
    case 'rebased':
      return {
        ...state,
        base: action.base,
        opened: action.base,
        draft: action.draft,
        conflict: undefined,
        problems: NO_PROBLEMS,
        redactedFields: [],
      };
    case 'conflict closed':
      return { ...state, conflict: undefined };
  }
}

function withUnreadable(before: FormState['parseErrors'], field: string, message: string | undefined): FormState['parseErrors'] {
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => name !== field));
  return message === undefined ? rest : { ...rest, [field]: message };
}

/** Whether the form has unsaved changes. */
export function isDirty(module: ModuleView, state: FormState): boolean {
  return Object.keys(state.parseErrors).length > 0 || changedFields(module, state.opened, state.draft).length > 0;
}

/** All problems of a form, by field: parse errors first, then the problems reported by the server. */
export function issuesOf(state: FormState): { readonly [field: string]: readonly FieldIssue[] } {
  const own = Object.entries(state.parseErrors).map(
    ([field, message]) => [field, [{ field, path: '', code: 'unreadable', message }]] as const,
  );
  return { ...state.problems.byField, ...Object.fromEntries(own) };
}
