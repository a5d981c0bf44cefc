import { createContext, use } from 'react';
import type { FieldView, ModuleView } from '#engine/model';
import type { LayoutItem, RecordForm, ResolvedSection } from '../../headless/index.ts';

/** What the parts of a form share. */
export interface FormScope {
  readonly module: ModuleView;
  readonly form: RecordForm;
  /** Begins the id of every input, so that two forms can stand on one page. */
  readonly prefix: string;
  /** The sections with the fields that are shown for the draft as it is. */
  readonly sections: readonly ResolvedSection[];
  readonly isReadOnly: (field: FieldView, item?: LayoutItem) => boolean;
}

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

/** The form around a field; forms are never rendered without one. */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext);
  if (scope === undefined) throw new TypeError('A field of a form stands outside of a form.');
  return scope;
}

/** The id of a field's main input. */
export function inputId(prefix: string, fieldName: string): string {
  return `${prefix}-${fieldName}`;
}

/** Moves the focus to a field of a form and brings it into sight. */
export function focusField(prefix: string, fieldName: string): void {
  const box = document.querySelector<HTMLElement>(`[data-form-field="${CSS.escape(inputId(prefix, fieldName))}"]`);
  const wrong = box?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = wrong ?? document.getElementById(inputId(prefix, fieldName)) ?? box?.querySelector<HTMLElement>('input, textarea, button, select');
  box?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
