import type { AttentionView, DefinitionConflictView, DefinitionProblemView } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

/** What System Admins have to settle; System Admins only. */
export function getAttention(signal?: AbortSignal): Promise<AttentionView> {
  return callApi<AttentionView>('GET', '/api/ready/attention', signal ? { signal } : {});
}

/** What the page of definitions shows; System Admins only. */
export interface DefinitionState {
  readonly problems: readonly DefinitionProblemView[];
  readonly conflicts: readonly DefinitionConflictView[];
}

/** The problems of the definitions, and their conflicts with an upgrade. */
export async function getDefinitionState(signal?: AbortSignal): Promise<DefinitionState> {
  const list = async <T>(path: string): Promise<readonly T[]> =>
    (await callApi<{ readonly data: readonly T[] }>('GET', path, signal ? { signal } : {})).data;
  const [problems, conflicts] = await Promise.all([
    list<DefinitionProblemView>('/api/ready/problems'),
    list<DefinitionConflictView>('/api/ready/conflicts'),
  ]);
  return { problems, conflicts };
}

const once = createIdempotentSend();

/**
 * Settles a conflict: the customized value stays, or that of the files replaces it. Errors: `definitions_changed` if the definitions
 * changed since the conflict was read.
 */
export function settleConflict({ artifact, path, version }: DefinitionConflictView, use: 'customized' | 'base'): Promise<void> {
  const body = { artifact, path, use, version };
  return once(body, async (idempotencyKey) => {
    await callApi('POST', '/api/ready/conflicts/settle', { body, idempotencyKey });
  });
}
