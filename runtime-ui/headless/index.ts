export { fileExtension, getFilePreviewKind, mayHaveThumbnail, type FileDisplay, type FileProblem } from './files/file-info.ts';
export { fileModulesOf, findFieldFiles, MAX_FILES, useAttachFile, useRecordFiles, type FileModule } from './files/use-record-files.ts';
export { useFileName } from './files/use-file-name.ts';
export { useFileVersions, useSetFile } from './files/use-file-versions.ts';
export { useThumbnail } from './files/use-thumbnail.ts';
export { combinePictures, findPageCorners, type TakenPicture } from './files/combine-pictures.ts';
export { countCorners, moveCorner, WHOLE_PICTURE, type Corners } from './files/page-corners.ts';
export { useFileLink, useUploads, type Upload, type Uploads } from './files/use-upload.ts';
export { readLocalPreference, writeLocalPreference } from './local-state/local-preferences.ts';
export { adoptLocalDraft, deleteLocalDraftsOf, isInterruptedEdit, listLocalDrafts, type LocalDraft } from './local-state/local-drafts.ts';
export { readDialogDraft, type DialogDraft, type NamedDialogDraft } from './local-state/dialog-drafts.ts';
export { useInterruptedDialog } from './local-state/use-interrupted-dialog.ts';
export { useDiscardDialogDraft, useDialogDraft } from './local-state/use-dialog-draft.ts';
export { useLocalPreference } from './local-state/use-local-preference.ts';
export {
  ADDRESS_PARTS,
  findDropdown,
  findOption,
  findField,
  findLayout,
  findStatusField,
  isRelating,
  layoutItems,
  layoutSections,
  resolveItem,
  type AddressPart,
  type LayoutItem,
  type ResolvedSection,
} from './module/module-finders.ts';
export { listModuleSources } from './module/module-sources.ts';
export { entryColumnsOf, listEntryLinks, nameEntryLinks, readEntries, shownColumnsOf } from './module/entry-columns.ts';
export { groupBy } from './module/group-by.ts';
export { useEntryNames } from './record/use-entry-names.ts';
export {
  initialsOf,
  isEmptyValue,
  isObject,
  readRelate,
  readValue,
  recordName,
  shortenName,
  draftRecordName,
  type RecordValues,
} from './module/record-value.ts';
export { isColumnPreferences, listColumns, NO_PREFERENCES, type ColumnPreferences, type ListColumn } from './list/column-preferences.ts';
export { findViewTypeItem, listViewTypeItems } from './list/view-types.ts';
export { listQuery, readListPage } from './list/list-query.ts';
export { listRoute } from './list/list-route.ts';
export {
  combineTerms,
  initialListState,
  FIT_PAGE_SIZE,
  readListState,
  sortOfState,
  writeListState,
  type ListState,
} from './list/list-state.ts';
export {
  findOperatorChoice,
  filterItems,
  getItemLabel,
  relatedModules,
  listOperatorChoices,
  operatorsOfItem,
  listVariables,
  type OperatorChoice,
} from './list/filter-operators.ts';
export {
  replaceShownItem,
  serializeFilterTree,
  createGroup,
  createCondition,
  assignNewIds,
  replaceItem,
  parseFilterTree,
  type FilterGroup,
  type FilterItem,
  type FilterCondition,
  type ConditionOperator,
} from './list/filter-tree.ts';
export { groupableItems, groupUnits, listGroupableFields, listGroups, useGroups, useGroupList, type ListGroup } from './list/use-groups.ts';
export { toViewContent, useSavedViews, useViewActions, useViewCounts, type ViewActions } from './list/use-saved-views.ts';
export { DELETED_TERMS, homeViewOf, listViewTabs, showsDeleted, type ListViewTab } from './list/list-views.ts';
export { searchKindOf, withTerm, type SearchKind } from './list/search-terms.ts';
export { useListPages, type ListPageResult } from './list/use-list-pages.ts';
export {
  fetchListPage,
  useInfiniteList,
  useList,
  useListCache,
  useOnListInvalidated,
  type UpdateSearchParams,
  type ListChange,
  type ListHandle,
} from './list/use-list.ts';
export { useNoteFilter, useRecentFilters } from './list/recent-filters.ts';
export { useSelection, type Selection } from './list/use-selection.ts';
export {
  extendPager,
  findPager,
  hasRecordBeyond,
  isPagerLoaded,
  parsePager,
  searchPager,
  removeFromPager,
  type RecordPagerState,
  type RecordPagerStart,
} from './record/record-pager.ts';
export { isAllowed, isOwnRecord, isReadable, isWritable } from './record/ownership.ts';
export { useUserId } from './record/use-user-id.ts';
export { useDeletion, useDependents, type DeletionOutcome } from './record/use-deletion.ts';
export { useExplanation } from './record/use-explanation.ts';
export { useRecordModule } from './record/use-record-module.ts';
export { useFavorite } from './record/use-favorite.ts';
export {
  groupHistory,
  listStates,
  useRecordHistory,
  type HistoryEntry,
  type HistoryGroup,
  type RecordStates,
} from './record/use-record-history.ts';
export { findSubjectField, useModuleOfRecord } from './record/use-module-of-record.ts';
export {
  useModule,
  useModuleSummaries,
  useNamesById,
  useRecordName,
  useRecordNamesById,
  useRecordNames,
  type LoadedNames,
} from './record/use-record-names.ts';
export { useRecordCounts, type CountedRecords } from './record/use-record-counts.ts';
export { useModuleQuery } from './record/use-module-query.ts';
export { useRecordSearch } from './record/use-record-search.ts';
export { useLinks, type LinkLocation, type Links } from './record/use-links.ts';
export { useLogRecentlySeen, useRecord } from './record/use-record.ts';
export { useOwnProfile } from './record/use-own-profile.ts';
export {
  canSearchRelated,
  RELATED_PAGE_SIZE,
  relatedLists,
  relatedPrefill,
  relatedTerms,
  buildRelatedPager,
  useRelated,
} from './record/use-related.ts';
export { useTabCounts, type TabCounts } from './record/use-tab-counts.ts';
export { findConflict, resolveConflict, type Conflict, type ConflictRow } from './form/conflict.ts';
export { changedFields, createPayload, initialDraft, updatePayload, type Draft } from './form/draft.ts';
export { isDirty, issuesOf, openForm, reduceForm, type FormAction, type FormState } from './form/form-state.ts';
export { removeDisallowedOptions, type DisallowedOptionsContext } from './form/remove-disallowed-options.ts';
export { getAllowedOptions } from './form/allowed-options.ts';
export { NO_PROBLEMS, readProblems, withoutField, type FieldIssue, type FormProblems } from './form/problems.ts';
export { useRecordForm, type RecordForm, type RestoredDraft, type SaveChoice, type SaveOutcome } from './form/use-record-form.ts';
export { useRemoteChanges, type RemoteChangeOutcome } from './form/use-remote-changes.ts';
export {
  conditionDataOf,
  findDefinedRequirement,
  getRequiredMessage,
  isLockedByRule,
  listNewlyRequired,
  listReadOnlyByRules,
  listRequiredByRules,
  listRuleFields,
  isDeadlineOpen,
  type FormValues,
} from './form/form-rules.ts';
export { createVisibility, useVisibility, type IsFieldShown } from './form/visible-fields.ts';
export { isSameValue, toWireValue } from './form/wire-value.ts';
export { syncQueryCache } from './live/sync-query-cache.ts';
export { createPacedCall, useModuleChanges } from './live/use-module-changes.ts';
export { useBroadcastEditing, useEditor, useLiveList, useLiveRows, usePeople, useBroadcastPresence } from './live/use-live.ts';
export {
  filterDueItems,
  filterOwnItems,
  isWorkModule,
  listWorkModules,
  searchFigures,
  searchOpenItems,
  searchWaitingItems,
  type WorkModule,
} from './module/work-items.ts';
export { useRecordGroups, type RecordGroup, type RecordGroupsInput } from './record/use-record-groups.ts';
