export {
  defineUiContribution,
  type BulkAction, type CellSlotProps, type ErrorDialogProps, type FieldSlotProps, type Gate, type GateCheck, type PluginPage, type RecordAction, type RecordPanel, type RecordSlotProps, type RetryOptions, type UiContribution,
} from './contribution.ts';
export { showWhenNeeded } from './show-when-needed.tsx';
export { findCellSlot, findErrorDialog, findFieldSlot, findGate, findMassUpdateCheck, findPluginPage, findSaveText, listBulkActions, listPanels, listRecordActions, registerContributions } from './ui-registry.ts';
