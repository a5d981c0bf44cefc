import { lazy, Suspense } from 'react';
import type { Draft } from '../headless/index.ts';
import { LoadingProgress } from '../kit/index.ts';

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
}

// Each view is a chunk of its own: a form never waits for the grid, nor a list for the forms.
const ListView = lazy(async () => ({ default: (await import('./list/module-list.tsx')).ModuleList }));
const RecordView = lazy(async () => ({ default: (await import('./record/record-view.tsx')).RecordView }));
const FormView = lazy(async () => ({ default: (await import('./form/record-form-view.tsx')).RecordFormView }));
const QuickView = lazy(async () => ({ default: (await import('./form/quick-create.tsx')).QuickCreate }));

/** The list of a module: grid with paging, search, columns, selection; cards on a phone. */
export function ModuleListPage({ moduleName }: RecordViewProps) {
  return <Suspense fallback={<LoadingProgress active />}><ListView moduleName={moduleName} /></Suspense>;
}

/** One record: its fields, related lists and history. */
export function RecordPage({ moduleName, recordId = '' }: RecordViewProps) {
  return <Suspense fallback={<LoadingProgress active />}><RecordView moduleName={moduleName} recordId={recordId} /></Suspense>;
}

/** The form of a record, or of a new one. */
export function RecordFormPage({ moduleName, recordId }: RecordViewProps) {
  return <Suspense fallback={<LoadingProgress active />}><FormView moduleName={moduleName} recordId={recordId} /></Suspense>;
}

/** The short form of a new record in a dialog. */
export function QuickCreateDialog(props: QuickCreateDialogProps) {
  return <Suspense fallback={null}><QuickView {...props} /></Suspense>;
}
