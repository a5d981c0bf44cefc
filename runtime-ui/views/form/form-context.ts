import type { FieldView, ModuleView } from '#engine/model/wire';
import type { Draft, FieldIssue, LayoutItem, RecordForm, ResolvedSection } from '../../headless/index.ts';

/** Shared state of the parts of a form. */
export interface FormScope {
  readonly module: ModuleView;
  readonly form: RecordForm;
  /** Prefix of the id of every input, so that two forms can be on one page. */
  readonly prefix: string;
  /** The sections with the fields that are visible for the current draft. */
  readonly sections: readonly ResolvedSection[];
  /** Whether the sections are shown as tabs, one at a time. */
  readonly isTabbed: boolean;
  /** Names of the fields that their conditions make read-only. */
  readonly readOnlyNames: readonly string[];
  readonly isReadOnly: (field: FieldView, item?: LayoutItem) => boolean;
}

/** Shared state of the fields of one section. */
export interface SectionScope
  extends Pick<FormScope, 'module' | 'prefix' | 'isReadOnly' | 'readOnlyNames'>,
    Pick<RecordForm, 'setValue' | 'setParseError' | 'readDraft' | 'inputDebouncer'> {
  readonly section: ResolvedSection;
  /** The record that is edited; undefined for a new one. */
  readonly recordId: string | undefined;
  /** The draft as it would be saved. */
  readonly draft: Draft;
  /** The draft as it was typed, including options that the value of their parent does not allow. */
  readonly rawDraft: Draft;
  readonly issues: { readonly [field: string]: readonly FieldIssue[] };
  /** Names of the fields that the values of other fields require, such as the reason of a status. */
  readonly requiredNames: readonly string[];
  /** A short text for what a value of a field would require. */
  readonly hintOf: (field: FieldView, value: string) => string | undefined;
}

/** The id of a field's main input. */
export function inputId(prefix: string, fieldName: string): string {
  return `${prefix}-${fieldName}`;
}

/** Moves the focus to a field of a form and scrolls to it; opens its tab first if necessary. */
export function focusField(prefix: string, fieldName: string): void {
  const box = document.querySelector<HTMLElement>(`[data-form-field="${CSS.escape(inputId(prefix, fieldName))}"]`);
  const closed = box?.closest<HTMLElement>('.mv-form-section[hidden]');
  if (closed) {
    document.querySelector<HTMLElement>(`.mv-form-tabs [data-tab="${CSS.escape(closed.dataset['section'] ?? '')}"]`)?.click();
    // The tab may render after this function; hidden elements cannot be focused.
    closed.hidden = false;
  }
  const wrong = box?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target =
    wrong ?? document.getElementById(inputId(prefix, fieldName)) ?? box?.querySelector<HTMLElement>('input, textarea, button, select');
  box?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
