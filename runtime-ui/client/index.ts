export { ApiError, CLIENT_ERRORS, textOfError } from './api-error.ts';
export { callApi, callApiFully, type CallAnswer, type CallOptions, type HttpMethod } from './call-api.ts';
export { explainAccess, getDependents, getFavorites, getRecentlySeen, getRelated, noteRecentlySeen, setFavorite, undoBatch, type Dependents, type ExplainAction, type ExplainAnswer, type ExplainReason, type UndoAnswer } from './link-calls.ts';
export { findModule, getModuleView, getPublicSettings, type Branding, type PublicSettings } from './module-calls.ts';
export { useDropRecords, useModuleView, usePublicSettings, useShell } from './queries.ts';
export { CACHE_MILLISECONDS, createQueryClient, dropRecords } from './query-client.ts';
export { queryKeys } from './query-keys.ts';
export {
  createRecord, getRecord, getRecordWithRelationships, markDeleted, markDeletedMany, searchRecords, updateCertainFields, updateRecord,
  type ManyAnswer, type PageAnswer, type RecordData, type RelatedRecord, type SavedRecord, type SearchInput, type Warning,
} from './record-calls.ts';
export { refreshToken, type RefreshResult } from './refresh-token.ts';
export { homeRoute, isBuiltIn, moduleRoute, recordRoute, routePrefix, signInRoute } from './routes.ts';
export { quickSearch, recordNames, smartSearch, type QuickResult, type RecordNamesInput } from './search-calls.ts';
export { saveRedirect, takeRedirect } from './saved-redirect.ts';
export { completeRegistration, getShell, login, logout, passwordReset, temporarySignIn, type TemporarySignInAnswer } from './session-calls.ts';
export { notifySessionExpired, onSessionExpired } from './session-events.ts';
export { endSession, startSession, updateSession, useSession, type SessionState } from './session-store.ts';
export { isTokenExpired, readToken, storeToken } from './token-store.ts';
