import { createContext, type ComponentType } from 'react';
import type { JsonValue } from '#engine/model';
import type { RelateChoice } from './relate-choice.ts';

/** What the dialog that makes a record on the way is given. */
export interface RecordCreatorProps {
  readonly moduleName: string;
  /** What the form begins with. */
  readonly prefill: { readonly [field: string]: JsonValue };
  readonly onCreated: (made: RelateChoice) => void;
  readonly onClose: () => void;
}

/** The dialog by which a relate field makes the record that is not there yet; without one it offers none. Fields know no forms, so the application gives it. */
export const RecordCreatorContext = createContext<ComponentType<RecordCreatorProps> | undefined>(undefined);
