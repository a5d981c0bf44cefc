export { API_TOKEN_SCOPES, readApiTokenScope, type ApiTokenScope, type ApiTokenView, type MadeApiToken } from './api-token.ts';
export * from './saved-view.ts';
export type { UndoProgress } from './undo-progress.ts';
export * from './webhook.ts';
export type {
  ErrorBody, FieldRightsView, FieldView, ModuleRightsView, ModuleSummary, ModuleView, PopulatedRelate, RecordLink,
  RelationView, SessionUser, ShellView, SignInAnswer,
} from './wire.ts';
export { LIVE_CLOSE_CODES } from './live-close-codes.ts';
export {
  LIVE_ANSWER_SCHEMAS, LIVE_REQUEST_SCHEMAS, LiveTargetSchema,
  type LiveAnswer, type LiveChange, type LiveGone, type LivePerson, type LiveRequest, type LiveTarget, type LiveTouch,
} from './live.ts';
