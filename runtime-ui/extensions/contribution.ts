import type { ComponentType } from 'react';
import type { ErrorBody, FieldView, JsonObject, JsonValue, ModuleView } from '#engine/model';
import type { RecordData } from '../client/index.ts';

/** What a dialog of a refused save changes about it. */
export interface RetryOptions {
  readonly duplicates?: 'allow';
  /** Values that go with the draft, by field. */
  readonly fields?: JsonObject;
}

/** What a refused save hands to the dialog of its error code. */
export interface ErrorDialogProps {
  /** The refusal, with its data (such as the duplicates found). */
  readonly error: ErrorBody;
  readonly module: ModuleView;
  /** What was typed. */
  readonly draft: Readonly<Record<string, unknown>>;
  /** The record that was being changed; absent on create. */
  readonly recordId?: string | undefined;
  /** Saves the draft again: with values of further fields, or in spite of duplicates. Rejects with ApiError when refused anew. */
  readonly retry: (options: RetryOptions) => Promise<void>;
  /** Back to the form, nothing saved. */
  readonly cancel: () => void;
  /** Leaves the form for a record that took the draft's place, such as the primary of a merge. */
  readonly goToRecord: (module: string, recordId: string) => void;
}

/** A record as a slot sees it. */
export interface RecordSlotProps {
  readonly module: ModuleView;
  readonly record: RecordData;
  /** Reads the record anew, after the slot changed it. */
  readonly reload: () => void;
}

/** An action in a record's menu. */
export interface RecordAction {
  readonly id: string;
  readonly label: string;
  /** A lucide name. */
  readonly icon?: string;
  /** Modules it is for; absent: all. */
  readonly modules?: readonly string[];
  readonly isShown?: (input: { readonly module: ModuleView; readonly record: RecordData }) => boolean;
  /** Shown in a dialog of its own when the action is chosen. */
  readonly component: ComponentType<RecordSlotProps & { readonly close: () => void }>;
}

/** An action on the rows selected in a grid. */
export interface BulkAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
  readonly modules?: readonly string[];
  /** Fewest rows it takes. */
  readonly minimum?: number;
  readonly component: ComponentType<{ readonly module: ModuleView; readonly ids: readonly string[]; readonly close: (changed: boolean) => void }>;
}

export interface CellSlotProps {
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  readonly module: ModuleView;
  readonly record: RecordData;
}

export interface FieldSlotProps {
  readonly id: string;
  readonly field: FieldView;
  readonly module: ModuleView;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  /** All values of the form. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly readOnly: boolean;
}

/** A tab in the side pane of a record. */
export interface RecordPanel {
  readonly id: string;
  readonly label: string;
  readonly modules?: readonly string[];
  readonly component: ComponentType<RecordSlotProps>;
}

/** A page under `/app/x/{plugin}/{path}`. */
export interface PluginPage {
  readonly path: string;
  readonly title: string;
  readonly component: ComponentType;
}

/** What a value of a field asks for, said before it is saved. */
export interface TransitionRequirement {
  /** Names of the fields that must hold something beside it. Those that do already are not asked for. */
  readonly fields: readonly string[];
  /** In a few words, where the value is offered: `Needs a reason`. */
  readonly hint: string;
  /** A sentence above the fields when they are asked for; the one that the server would refuse it with. */
  readonly message: string;
}

/** What a value asks for on a record; undefined: nothing. Pure: it is asked for every value that is offered. */
export type TransitionRequirementCheck = (value: JsonValue, record: Readonly<Record<string, JsonValue | undefined>>) => TransitionRequirement | undefined;

/** All that a plugin may add to the UI. Keys of `fields`, `cells` and `gates` are `module.fieldName`. */
export interface UiContribution {
  readonly plugin: string;
  /** By error code: shown in place of the error when a save is refused with it. */
  readonly dialogs?: Readonly<Record<string, ComponentType<ErrorDialogProps>>>;
  /** By module: what is said while a form is being saved, when a rule of the plugin takes part in it. */
  readonly savingMessages?: Readonly<Record<string, string>>;
  /** By module: why new values for many records are not sent as they are, in words; undefined lets them go. */
  readonly massUpdateValidators?: Readonly<Record<string, (fields: JsonObject) => string | undefined>>;
  /** What values of a field ask for, so that screens ask for it before they save. */
  readonly transitionRequirements?: Readonly<Record<string, TransitionRequirementCheck>>;
  readonly recordActions?: readonly RecordAction[];
  readonly bulkActions?: readonly BulkAction[];
  readonly fields?: Readonly<Record<string, ComponentType<FieldSlotProps>>>;
  readonly cells?: Readonly<Record<string, ComponentType<CellSlotProps>>>;
  /** By the name of a field type that the plugin adds: the input and the cell of every field of that type. */
  readonly fieldTypes?: Readonly<Record<string, { readonly field?: ComponentType<FieldSlotProps>; readonly cell?: ComponentType<CellSlotProps> }>>;
  readonly panels?: readonly RecordPanel[];
  readonly pages?: readonly PluginPage[];
}

/** Declares what a plugin adds to the UI; its browser half exports the answer. */
export function defineUiContribution(contribution: UiContribution): UiContribution {
  return contribution;
}
