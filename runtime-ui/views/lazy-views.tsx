import { LazyBoundary, createLazyComponent, LoadingProgress } from '../kit/index.ts';
import type { AccessOverviewProps } from './dialogs/access-overview.tsx';
import type { AccessDialogProps, QuickCreateDialogProps, RecordViewProps } from './view-props.ts';

// Each view is a separate chunk: a form does not wait for the grid, nor a list for the forms.
const ListView = createLazyComponent(async () => (await import('./list/module-list.tsx')).ModuleList, 'first');
const RecordView = createLazyComponent(async () => (await import('./record/record-view.tsx')).RecordView, 'place');
const ProfileView = createLazyComponent(async () => (await import('./profile/profile-view.tsx')).ProfileView, 'place');
const FormView = createLazyComponent(async () => (await import('./form/record-form-view.tsx')).RecordFormView, 'place');
const OverviewView = createLazyComponent(async () => (await import('./dialogs/access-overview.tsx')).AccessOverview);
const AccessView = createLazyComponent(async () => (await import('./dialogs/access-dialog.tsx')).AccessDialog);
const QuickView = createLazyComponent(async () => (await import('./form/quick-create.tsx')).QuickCreate);

/** The list of a module: grid with paging, search, columns, selection; cards on a phone. */
export function ModuleListPage({ moduleName }: RecordViewProps) {
  return (
    <LazyBoundary fallback={<LoadingProgress active />}>
      <ListView moduleName={moduleName} />
    </LazyBoundary>
  );
}

/** One record: its fields, related lists and history. */
export function RecordPage({ moduleName, recordId = '' }: RecordViewProps) {
  return (
    <LazyBoundary fallback={<LoadingProgress active />}>
      <RecordView moduleName={moduleName} recordId={recordId} />
    </LazyBoundary>
  );
}

/** Preloads the code of the record page, for pages with links to records. */
export function preloadRecordPage(): void {
  RecordView.preload();
}

/** The profile of the current user. */
export function ProfilePage() {
  return (
    <LazyBoundary fallback={<LoadingProgress active />}>
      <ProfileView />
    </LazyBoundary>
  );
}

/** The form of a record, or of a new one. */
export function RecordFormPage({ moduleName, recordId }: RecordViewProps) {
  return (
    <LazyBoundary fallback={<LoadingProgress active />}>
      <FormView moduleName={moduleName} recordId={recordId} />
    </LazyBoundary>
  );
}

/** The quick-create form of a new record in a dialog. */
export function QuickCreateDialog(props: QuickCreateDialogProps) {
  return (
    <LazyBoundary fallback={null}>
      <QuickView {...props} />
    </LazyBoundary>
  );
}

/** What a user may do with a record or a module, explained to a System Admin in a dialog. */
export function AccessDialog(props: AccessDialogProps) {
  return (
    <LazyBoundary fallback={null}>
      <AccessView {...props} />
    </LazyBoundary>
  );
}

/** What a user may do with a record or a module: the actions and the fields, each with the rule that decides. */
export function AccessOverview(props: AccessOverviewProps) {
  return (
    <LazyBoundary fallback={<LoadingProgress active />}>
      <OverviewView {...props} />
    </LazyBoundary>
  );
}
