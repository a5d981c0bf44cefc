import type { HookRegistry } from './hooks.ts';

/** A hook registry without hooks. */
export const NO_HOOKS: HookRegistry = {
  preSave: () => [],
  inTransaction: () => [],
  onMerge: () => [],
  postSave: () => [],
  assertAvailable: () => undefined,
};
