export {
  defineUiContribution,
  type BulkAction, type CellSlotProps, type ErrorDialogProps, type FieldSlotProps, type PluginPage, type RecordAction, type RecordPanel, type RecordSlotProps, type UiContribution,
} from './contribution.ts';
export { findCellSlot, findErrorDialog, findFieldSlot, findPluginPage, findSaveText, listBulkActions, listPanels, listRecordActions, registerContributions } from './ui-registry.ts';
