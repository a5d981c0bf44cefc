import type { Draft } from '../headless/index.ts';
import { LazyBoundary, createLazyComponent, LoadingProgress } from '../kit/index.ts';

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
  readonly isNested?: boolean;
}

// Each view is a chunk of its own: a form never waits for the grid, nor a list for the forms.
const ListView = createLazyComponent(async () => (await import('./list/module-list.tsx')).ModuleList, 'first');
const RecordView = createLazyComponent(async () => (await import('./record/record-view.tsx')).RecordView, 'place');
const ProfileView = createLazyComponent(async () => (await import('./profile/profile-view.tsx')).ProfileView, 'place');
const FormView = createLazyComponent(async () => (await import('./form/record-form-view.tsx')).RecordFormView, 'place');
const QuickView = createLazyComponent(async () => (await import('./form/quick-create.tsx')).QuickCreate);

/** The list of a module: grid with paging, search, columns, selection; cards on a phone. */
export function ModuleListPage({ moduleName }: RecordViewProps) {
  return <LazyBoundary fallback={<LoadingProgress active />}><ListView moduleName={moduleName} /></LazyBoundary>;
}

/** One record: its fields, related lists and history. */
export function RecordPage({ moduleName, recordId = '' }: RecordViewProps) {
  return <LazyBoundary fallback={<LoadingProgress active />}><RecordView moduleName={moduleName} recordId={recordId} /></LazyBoundary>;
}

/** Brings the code of a record's page, for those who show links to records and have nothing else to wait for. */
export function preloadRecordPage(): void {
  RecordView.preload();
}

/** One's own profile. */
export function ProfilePage() {
  return <LazyBoundary fallback={<LoadingProgress active />}><ProfileView /></LazyBoundary>;
}

/** The form of a record, or of a new one. */
export function RecordFormPage({ moduleName, recordId }: RecordViewProps) {
  return <LazyBoundary fallback={<LoadingProgress active />}><FormView moduleName={moduleName} recordId={recordId} /></LazyBoundary>;
}

/** The short form of a new record in a dialog. */
export function QuickCreateDialog(props: QuickCreateDialogProps) {
  return <LazyBoundary fallback={null}><QuickView {...props} /></LazyBoundary>;
}
