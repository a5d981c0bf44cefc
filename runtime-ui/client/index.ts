export {
  removeLocalStorage,
  writeWithExpiry,
  writeLocalStorage,
  readWithExpiry,
  readLocalStorage,
  STORAGE_TTL_MILLISECONDS,
} from './browser-storage.ts';
export { getAttention, getDefinitionState, settleConflict, type DefinitionState } from './attention-api.ts';
export { createBatchReader } from './batch-reader.ts';
export { ApiError, CLIENT_ERRORS, getErrorMessage } from './api-error.ts';
export { callApi, callApiWithResponse, downloadFromApi, type ApiResponse, type ApiRequestOptions, type HttpMethod } from './call-api.ts';
export {
  downloadArchive,
  downloadFile,
  getFileLink,
  getFileName,
  getFileVersions,
  getThumbnail,
  getUploadRules,
  mergeFiles,
  uploadFile,
  type FileField,
  type FileVersion,
  type UploadedFile,
  type UploadRules,
} from './file-api.ts';
export { explainAccess, type ExplainQuery } from './access-api.ts';
export {
  accessRoute,
  getAccessOverview,
  getAccessValues,
  grantRoute,
  type AccessPlace,
  type SeenRecord,
} from './access-overview-api.ts';
export {
  getDependents,
  getFavorites,
  getRecentlySeen,
  getRelated,
  getUndoProgress,
  logRecentlySeen,
  orderFavorites,
  setFavorite,
  undoBatch,
  type Dependents,
  type UndoResponse,
} from './record-links-api.ts';
export { onLiveEvent, onShellChanged } from './live/handle-server-message.ts';
export {
  subscribeLive,
  isOpenInThisTab,
  broadcastEditedField,
  broadcastPresence,
  useLive,
  type LiveListener,
  type LiveState,
} from './live/live-subscriptions.ts';
export { openLiveSocket } from './live/live-socket.ts';
export { findModule, getModuleView, getPublicSettings, type Branding, type PublicSettings } from './module-api.ts';
export { createIdempotentSend, isUnconfirmed, type IdempotentSend } from './idempotent-send.ts';
export { useInvalidateRecords, useLoadPublicSettings, useModuleView, usePublicSettings, useRefreshShell, useShell } from './queries.ts';
export { CACHE_TTL_MILLISECONDS, createQueryClient, invalidateRecords } from './query-client.ts';
export { queryKeys } from './query-keys.ts';
export {
  createRecord,
  getRecord,
  getRecordWithRelationships,
  markDeleted,
  mergeRecords,
  markDeletedMany,
  removeMany,
  restoreMany,
  searchRecords,
  updateCertainFields,
  updateRecord,
  type BulkResponse,
  type PageResponse,
  type RecordData,
  type PopulatedRecord,
  type SavedRecord,
  type SearchInput,
  type Warning,
} from './record-api.ts';
export { randomKey } from './random-key.ts';
export { refreshToken, type RefreshResult } from './refresh-token.ts';
export { findModulePage, type ModulePage } from './module-page.ts';
export {
  baseRoute,
  findUserArea,
  homeRoute,
  loadRoute,
  moduleRoute,
  recordRoute,
  registerUserAreas,
  routePrefix,
  signInRoute,
  type UserArea,
} from './routes.ts';
export {
  changePassword,
  confirmEmailChange,
  endOneSession,
  getSessions,
  requestEmailChange,
  signOutEverywhere,
} from './own-account-api.ts';
export { getApiTokens, createApiToken, revokeApiToken, type ApiTokenInput } from './api-token-api.ts';
export {
  reorderSavedViews,
  setDefaultView,
  countSavedViews,
  createSavedView,
  deleteSavedView,
  duplicateSavedView,
  getSavedViews,
  updateSavedView,
  type SavedViewInput,
} from './saved-view-api.ts';
export {
  cancelJob,
  getFailingEffects,
  getJob,
  getJobs,
  getQueue,
  getQueues,
  retryEffect,
  retryJob,
  runQueue,
  type JobPage,
} from './queue-api.ts';
export {
  deleteSaveTrace,
  getSaveTrace,
  getSaveTraces,
  getTracedUsers,
  replaySave,
  stopTracingUser,
  traceUser,
  type SaveTraceFilter,
  type SaveTracePage,
} from './save-trace-api.ts';
export {
  clearRemoved,
  createChangeSet,
  discardChangeSet,
  editChangeSet,
  getAffectedRecords,
  getAffectedUsers,
  getMoreEffects,
  getChangeSet,
  getAliases,
  getChangeSets,
  getQuarantine,
  planChangeSet,
  planRevert,
  publishChangeSet,
  removeAlias,
  restoreRemoved,
  revertChangeSet,
  simulateChangeSet,
  stopConversion,
  resumeConversion,
  cancelConversion,
  retryReplacement,
  dismissReplacement,
  startPreview,
  updateChangeSet,
  type AffectedRight,
  type AliasPage,
  type ChangeSetEdits,
  type ChangeSetPage,
  type ChangeSetsQuery,
  type PublishDecisions,
  type ValueDecisions,
  type PublishedChangeSet,
} from './change-set-api.ts';
export {
  onPreviewChanged,
  previewRoute,
  readPreviewTab,
  writePreviewTab,
  type PreviewRequest,
  type PreviewTab,
} from './preview-tab.ts';
export { getDefinition, getDefinitions, getDefinitionSchema } from './definition-api.ts';
export { routeAfterChange, startImpersonating, stopImpersonating } from './impersonation-api.ts';
export { dropIndex, getIndexes, restoreIndex, type IndexPage, type IndexQuery } from './index-api.ts';
export { getLayoutCost, getModuleLayouts, type LayoutCostInput } from './layout-cost-api.ts';
export { getSettings, readChangedSetting, resetSetting, saveSetting } from './setting-api.ts';
export {
  countUnreadNotifications,
  getNotificationPreferences,
  getNotifications,
  markAllNotifications,
  markNotification,
  saveNotificationPreferences,
} from './notification-api.ts';
export {
  cancelBacktest,
  getBacktest,
  startBacktest,
  testWorkflow,
  type WorkflowTest,
} from './workflow-trial-api.ts';
export {
  decideApproval,
  decideByLink,
  delegateApproval,
  getApprovalLink,
  getApprovals,
  type ApprovalPage,
} from './approval-api.ts';
export { exportAuditLog, searchAuditLog, type AuditLogPage } from './audit-api.ts';
export { getBatches } from './batch-api.ts';
export {
  cancelExport,
  deleteExport,
  downloadExport,
  exportRecords,
  getExportJobs,
  saveFile,
  startExportJob,
  type ExportInput,
} from './export-api.ts';
export {
  changeImport,
  createImport,
  deleteImport,
  downloadImportErrors,
  getImport,
  getImportFields,
  getImportRows,
  getImports,
  runImportAction,
  startImport,
  type ImportAction,
  type ImportChange,
  type ImportRowsQuery,
} from './import-api.ts';
export {
  getMail,
  getRunningProduct,
  resendMail,
  triggerUpdate,
  type MailViewPage,
  type RunningProduct,
} from './operations-api.ts';
export { getDemoData, removeDemoData } from './demo-data-api.ts';
export {
  countTeamMembers,
  createTemporaryAccount,
  endUserSession,
  endUserSessions,
  getChoices,
  getUserAccount,
  getUserApiTokens,
  getUserSessions,
  inviteUser,
  registerUser,
  sendUserPassword,
  setUserActive,
  type NamedChoice,
} from './people-api.ts';
export { getPlugins, removeSecret, setSecret, type PluginOverview } from './plugin-api.ts';
export {
  createWebhook,
  deleteWebhook,
  getDeliveries,
  getDelivery,
  getWebhook,
  getWebhooks,
  redeliver,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type DeliveriesQuery,
  type DeliveryPage,
} from './webhook-api.ts';
export {
  createWorkflowAddress,
  getWorkflowActionTypes,
  getWorkflowRuns,
  retryWorkflowRun,
  WORKFLOW_RUN_STATUSES,
  type WorkflowActionType,
  type WorkflowRun,
  type WorkflowRunPage,
  type WorkflowRunStatus,
  type WorkflowRunStep,
} from './workflow-run-api.ts';
export { findZip, quickSearch, searchRecordNames, smartSearch, type RecordNamesInput } from './search-api.ts';
export { peekRedirect, saveRedirect, takeRedirect } from './saved-redirect.ts';
export {
  completeRegistration,
  getShell,
  login,
  logout,
  passwordReset,
  temporarySignIn,
  type TemporarySignInResponse,
} from './session-api.ts';
export { notifySessionExpired, onSessionExpired } from './session-events.ts';
export { endSession, startSession, updateSession, useSession, type SessionState } from './session-store.ts';
export { findTokenUser, isTokenExpired, readToken, storeToken } from './token-store.ts';
