import type { Draft } from '../headless/index.ts';

/** The module and the id of a record; without an id a form creates a new record. */
export interface RecordViewProps {
  /** Name of the module. */
  readonly moduleName: string;
  /** Id of the record; absent: it is new. */
  readonly recordId?: string;
}

/** Props of the dialog that creates a record. */
export interface QuickCreateDialogProps extends RecordViewProps {
  /** Called when the dialog is to be closed. */
  readonly onClose: () => void;
  /** Called after the save; absent: the new record is opened. */
  readonly onCreated?: (record: { readonly _id: string; readonly name: string }) => void;
  /** Initial values of the form. */
  readonly prefill?: Draft;
  /** The record is created from another form behind the dialog: the dialog contains no link that leaves that form. */
  readonly isNested?: boolean;
}

/** A user whose access is explained. */
export interface ChosenUser {
  readonly _id: string;
  readonly name: string;
}

/** The explanation of what a user may do, for System Admins. */
export interface AccessDialogProps {
  /** Name of a module. */
  readonly module: string;
  /** Absent: it is about the module. */
  readonly recordId?: string | undefined;
  /** Absent: the user is chosen in the dialog. */
  readonly user?: ChosenUser | undefined;
  readonly onClose: () => void;
}
