export { dropStored, keepForAWhile, keepStored, readForAWhile, readStored, STORAGE_MILLISECONDS } from './browser-storage.ts';
export { ApiError, CLIENT_ERRORS, textOfError } from './api-error.ts';
export { callApi, callApiFully, type CallAnswer, type CallOptions, type HttpMethod } from './call-api.ts';
export { getFileLink, getFileName, getUploadRules, uploadFile, type UploadedFile, type UploadRules } from './file-calls.ts';
export { explainAccess, getDependents, getFavorites, getRecentlySeen, getRelated, getUndoProgress, noteRecentlySeen, setFavorite, undoBatch, type Dependents, type ExplainAction, type ExplainAnswer, type ExplainQuery, type ExplainReason, type UndoAnswer } from './link-calls.ts';
export { onShellChanged } from './live/hear-answer.ts';
export { followLive, isOpenHere, tellField, tellPresence, useLive, type LiveListener, type LiveState } from './live/live-bus.ts';
export { openLiveSocket } from './live/live-socket.ts';
export { findModule, getModuleView, getPublicSettings, type Branding, type PublicSettings } from './module-calls.ts';
export { createOnce, isUnanswered, type Once } from './once.ts';
export { useDropRecords, useModuleView, usePublicSettings, useShell } from './queries.ts';
export { CACHE_MILLISECONDS, createQueryClient, dropRecords } from './query-client.ts';
export { queryKeys } from './query-keys.ts';
export {
  createRecord, getRecord, getRecordWithRelationships, markDeleted, mergeRecords, markDeletedMany, searchRecords, updateCertainFields, updateRecord,
  type ManyAnswer, type PageAnswer, type RecordData, type RelatedRecord, type SavedRecord, type SearchInput, type Warning,
} from './record-calls.ts';
export { randomKey } from './random-key.ts';
export { refreshToken, type RefreshResult } from './refresh-token.ts';
export { baseRoute, homeRoute, isBuiltIn, loadRoute, moduleRoute, recordRoute, routePrefix, signInRoute } from './routes.ts';
export { getApiTokens, makeApiToken, revokeApiToken, type ApiTokenInput } from './api-token-calls.ts';
export { arrangeSavedViews, chooseDefaultView, countSavedViews, createSavedView, deleteSavedView, duplicateSavedView, getSavedViews, updateSavedView, type SavedViewInput } from './saved-view-calls.ts';
export { createWebhook, deleteWebhook, getDeliveries, getDelivery, getWebhook, getWebhooks, redeliver, rotateWebhookSecret, testWebhook, updateWebhook, type DeliveriesQuery, type DeliveryPage } from './webhook-calls.ts';
export { findZip, quickSearch, recordNames, smartSearch, type QuickResult, type RecordNamesInput } from './search-calls.ts';
export { peekRedirect, saveRedirect, takeRedirect } from './saved-redirect.ts';
export { completeRegistration, getShell, login, logout, passwordReset, temporarySignIn, type TemporarySignInAnswer } from './session-calls.ts';
export { notifySessionExpired, onSessionExpired } from './session-events.ts';
export { endSession, startSession, updateSession, useSession, type SessionState } from './session-store.ts';
export { isTokenExpired, readToken, storeToken } from './token-store.ts';
