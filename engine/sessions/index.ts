export type * from './contract.ts';
export { SESSION_COLLECTIONS } from './collections.ts';
export { isApiToken } from './api-tokens.ts';
export { createSessions } from './create-sessions.ts';
export type { SessionContext } from './session-context.ts';
