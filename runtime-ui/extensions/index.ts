export {
  defineUiContribution,
  type BulkAction,
  type CellSlotProps,
  type ErrorDialogProps,
  type FieldSlotProps,
  type TransitionRequirement,
  type TransitionRequirementCheck,
  type PluginPage,
  type RecordAction,
  type RecordPanel,
  type RecordSlotProps,
  type RetryOptions,
  type UiContribution,
} from './contribution.ts';
export { createLazySlot } from './lazy-slot.tsx';
export {
  findCellSlot,
  findErrorDialog,
  findFieldSlot,
  findTransitionRequirement,
  findMassUpdateValidator,
  findPluginPage,
  findSavingMessage,
  listBulkActions,
  listPanels,
  listRecordActions,
  registerContributions,
} from './ui-registry.ts';
