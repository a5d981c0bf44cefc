import type { PostSaveContext } from '#engine';

/** Whether a plugin makes this task by itself. What people make is theirs. */
export function isAutomatic({ kind, actor, isBulkLoad }: Pick<PostSaveContext['event'], 'kind' | 'actor' | 'isBulkLoad'>): boolean {
  return kind === 'create' && actor.kind === 'system' && actor.name !== undefined && !isBulkLoad;
}
