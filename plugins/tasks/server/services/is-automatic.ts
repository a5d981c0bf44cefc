import type { PostSaveContext } from '#engine';

/** Whether another plugin creates this task. Tasks that people create are not changed, nor those that follow when one is completed. */
export function isAutomatic({ kind, actor, isBulkLoad }: Pick<PostSaveContext['event'], 'kind' | 'actor' | 'isBulkLoad'>): boolean {
  return kind === 'create' && actor.kind === 'system' && actor.name !== undefined && actor.name !== 'tasks' && !isBulkLoad;
}
