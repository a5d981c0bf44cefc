export { FavouritesCard } from './cards/favourites-card.tsx';
export { LinkList } from './cards/link-list.tsx';
export { ListCard } from './cards/list-card.tsx';
export { DuplicateDialog, type DuplicateDialogProps, type MatchDetails, type ShownMatch } from './duplicates/lazy-duplicates.tsx';
export { FilterDialog, type FilterDialogProps } from './list/filter/filter-dialog.tsx';
export { MergeDialog, MergeSelected, type MergeDialogProps } from './merge/lazy-merge.tsx';
export { useSaveFeedback } from './inline/use-save-feedback.ts';
export { useHistoryItems } from './record/history-items.tsx';
export { Timeline, TimelineItem, type TimelineEntry } from './record/timeline.tsx';
export {
  ModuleListPage,
  ProfilePage,
  QuickCreateDialog,
  RecordFormPage,
  RecordPage,
  type QuickCreateDialogProps,
  type RecordViewProps,
} from './lazy-views.tsx';
export { OneTimeSecretDialog, type OneTimeSecretDialogProps } from './one-time-secret-dialog.tsx';
export { listPageActions, type PageAction } from './page-actions.ts';
export { usePageTitle } from './use-page-title.ts';
