import type { SaveReplayView, SaveTraceSummary, SaveTraceView, TraceOutcome, TraceSwitchView } from '#engine/model/wire';
import { callApi } from './call-api.ts';

const PATH = '/api/save-traces';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
const userPath = (user: string) => `${PATH}/users/${encodeURIComponent(user)}`;

/** Which traces are listed; absent: all. */
export interface SaveTraceFilter {
  readonly user?: string;
  readonly module?: string;
  readonly outcome?: TraceOutcome;
}

/** A page of traces, latest first. */
export interface SaveTracePage {
  readonly data: readonly SaveTraceSummary[];
  readonly total: number;
  /** 0 is the first page. */
  readonly pageNumber: number;
}

/** Traces of saves. */
export function getSaveTraces(
  query: SaveTraceFilter & { readonly pageNumber: number; readonly pageSize: number },
  signal?: AbortSignal,
): Promise<SaveTracePage> {
  return callApi('GET', PATH, { query: { ...query }, ...(signal ? { signal } : {}) });
}

/** One trace with its steps. Errors: `save_trace_not_found`. */
export function getSaveTrace(id: string, signal?: AbortSignal): Promise<SaveTraceView> {
  return callApi('GET', pathOf(id), signal ? { signal } : {});
}

/** Removes a trace. Errors: `save_trace_not_found`. */
export function deleteSaveTrace(id: string): Promise<unknown> {
  return callApi('DELETE', pathOf(id));
}

/** Runs a save again without saving anything. Errors: `save_trace_not_found`, `save_trace_not_replayable`. */
export function replaySave(id: string): Promise<SaveReplayView> {
  return callApi('POST', `${pathOf(id)}/replay`, { body: {} });
}

/** Users whose saves are traced now. */
export async function getTracedUsers(signal?: AbortSignal): Promise<readonly TraceSwitchView[]> {
  return (await callApi<{ readonly data: readonly TraceSwitchView[] }>('GET', `${PATH}/users`, signal ? { signal } : {})).data;
}

/** Traces the saves of a user for an hour from now. Errors: `record_not_found`, `save_trace_users_exceeded`. */
export function traceUser(user: string): Promise<TraceSwitchView> {
  return callApi('PUT', userPath(user), { body: {} });
}

/** Traces the saves of a user no longer. */
export function stopTracingUser(user: string): Promise<unknown> {
  return callApi('DELETE', userPath(user));
}
