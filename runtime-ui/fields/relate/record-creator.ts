import { createContext, type ComponentType } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { RelateChoice } from './relate-choice.ts';

/** Props of the dialog that creates a related record. */
export interface RecordCreatorProps {
  readonly moduleName: string;
  /** Initial values of the form. */
  readonly prefill: { readonly [field: string]: JsonValue };
  readonly onCreated: (made: RelateChoice) => void;
  readonly onClose: () => void;
}

/**
 * The dialog with which a relate field creates a missing record; without it, the field does not offer that. The application provides it,
 * because fields cannot import forms.
 */
export const RecordCreatorContext = createContext<ComponentType<RecordCreatorProps> | undefined>(undefined);
