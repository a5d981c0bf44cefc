export { ModuleListPage, QuickCreateDialog, RecordFormPage, RecordPage, type QuickCreateDialogProps, type RecordViewProps } from './lazy-views.tsx';
