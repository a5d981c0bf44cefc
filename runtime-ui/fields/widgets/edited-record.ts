import { createContext } from 'react';
import type { Draft } from '../../headless/index.ts';

/**
 * The values of the record that is being edited, for inputs that depend on another field: the names of fields are chosen from the module
 * that the record names. Undefined: the record is not known, as when many are changed at once.
 */
export const EditedRecordContext = createContext<Draft | undefined>(undefined);
