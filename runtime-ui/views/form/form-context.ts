import { createContext, use } from 'react';
import type { FieldView, ModuleView } from '#engine/model';
import type { Draft, FieldIssue, LayoutItem, RecordForm, ResolvedSection } from '../../headless/index.ts';

/** What the parts of a form share. */
export interface FormScope {
  readonly module: ModuleView;
  readonly form: RecordForm;
  /** Begins the id of every input, so that two forms can stand on one page. */
  readonly prefix: string;
  /** The sections with the fields that are shown for the draft as it is. */
  readonly sections: readonly ResolvedSection[];
  /** Whether the sections stand behind tabs, one at a time. */
  readonly isTabbed: boolean;
  readonly isReadOnly: (field: FieldView, item?: LayoutItem) => boolean;
}

/** What the fields of one section share. Only what they themselves show of the form is in it: the rest may change without them. */
export interface SectionScope extends Pick<FormScope, 'module' | 'prefix' | 'isReadOnly'>, Pick<RecordForm, 'setValue' | 'setParseError' | 'readDraft' | 'inputDebouncer'> {
  readonly section: ResolvedSection;
  /** The record that is edited; undefined for a new one. */
  readonly recordId: string | undefined;
  /** The draft as it would be saved. */
  readonly draft: Draft;
  /** The draft as it was typed: options that the value of their parent does not allow are still in it. */
  readonly rawDraft: Draft;
  readonly issues: { readonly [field: string]: readonly FieldIssue[] };
  /** Names of the fields that what was chosen in others asks for, such as the reason of a status. */
  readonly requiredNames: readonly string[];
  /** What a value of a field would ask for, in a few words. */
  readonly hintOf: (field: FieldView, value: string) => string | undefined;
}

export const SectionScopeContext = createContext<SectionScope | undefined>(undefined);

/** The section around a field; fields of a form are never rendered without one. */
export function useSectionScope(): SectionScope {
  const scope = use(SectionScopeContext);
  if (scope === undefined) throw new TypeError('A field of a form stands outside of a form.');
  return scope;
}

/** The id of a field's main input. */
export function inputId(prefix: string, fieldName: string): string {
  return `${prefix}-${fieldName}`;
}

/** Moves the focus to a field of a form and brings it into sight, from behind its tab too. */
export function focusField(prefix: string, fieldName: string): void {
  const box = document.querySelector<HTMLElement>(`[data-form-field="${CSS.escape(inputId(prefix, fieldName))}"]`);
  const closed = box?.closest<HTMLElement>('.mv-form-section[hidden]');
  if (closed) {
    document.querySelector<HTMLElement>(`.mv-form-tabs [data-tab="${CSS.escape(closed.dataset['section'] ?? '')}"]`)?.click();
    // The tab's own rendering may come after this call; what is hidden takes no focus.
    closed.hidden = false;
  }
  const wrong = box?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = wrong ?? document.getElementById(inputId(prefix, fieldName)) ?? box?.querySelector<HTMLElement>('input, textarea, button, select');
  box?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
