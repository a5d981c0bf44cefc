import type { Draft } from '../headless/index.ts';
import { Awaiting, lazily, LoadingProgress } from '../kit/index.ts';

/** Which module, and which of its records; without an id a form makes a new one. */
export interface RecordViewProps {
  readonly moduleName: string;
  readonly recordId?: string;
}

export interface QuickCreateDialogProps extends RecordViewProps {
  readonly onClose: () => void;
  /** After the save; absent: the new record is opened. */
  readonly onCreated?: (record: { readonly _id: string; readonly name: string }) => void;
  /** What the form begins with. */
  readonly prefill?: Draft;
  /** The record is made on the way, for something that is being typed behind the dialog: nothing leads away from there. */
  readonly isOnTheWay?: boolean;
}

// Each view is a chunk of its own: a form never waits for the grid, nor a list for the forms.
const ListView = lazily(async () => (await import('./list/module-list.tsx')).ModuleList, 'first');
const RecordView = lazily(async () => (await import('./record/record-view.tsx')).RecordView, 'place');
const ProfileView = lazily(async () => (await import('./profile/profile-view.tsx')).ProfileView, 'place');
const FormView = lazily(async () => (await import('./form/record-form-view.tsx')).RecordFormView, 'place');
const QuickView = lazily(async () => (await import('./form/quick-create.tsx')).QuickCreate);

/** The list of a module: grid with paging, search, columns, selection; cards on a phone. */
export function ModuleListPage({ moduleName }: RecordViewProps) {
  return <Awaiting fallback={<LoadingProgress active />}><ListView moduleName={moduleName} /></Awaiting>;
}

/** One record: its fields, related lists and history. */
export function RecordPage({ moduleName, recordId = '' }: RecordViewProps) {
  return <Awaiting fallback={<LoadingProgress active />}><RecordView moduleName={moduleName} recordId={recordId} /></Awaiting>;
}

/** Brings the code of a record's page, for those who show links to records and have nothing else to wait for. */
export function bringRecordPage(): void {
  RecordView.bring();
}

/** One's own profile. */
export function ProfilePage() {
  return <Awaiting fallback={<LoadingProgress active />}><ProfileView /></Awaiting>;
}

/** The form of a record, or of a new one. */
export function RecordFormPage({ moduleName, recordId }: RecordViewProps) {
  return <Awaiting fallback={<LoadingProgress active />}><FormView moduleName={moduleName} recordId={recordId} /></Awaiting>;
}

/** The short form of a new record in a dialog. */
export function QuickCreateDialog(props: QuickCreateDialogProps) {
  return <Awaiting fallback={null}><QuickView {...props} /></Awaiting>;
}
