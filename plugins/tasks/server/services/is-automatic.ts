import type { PostSaveContext } from '#engine';

/** Whether a plugin creates this task. Tasks that people create are not changed. */
export function isAutomatic({ kind, actor, isBulkLoad }: Pick<PostSaveContext['event'], 'kind' | 'actor' | 'isBulkLoad'>): boolean {
  return kind === 'create' && actor.kind === 'system' && actor.name !== undefined && !isBulkLoad;
}
