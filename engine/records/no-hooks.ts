import type { HookRegistry } from './hooks.ts';

/** No plugin hooks any module. */
export const NO_HOOKS: HookRegistry = { preSave: () => [], inTransaction: () => [], onMerge: () => [], postSave: () => [], assertAvailable: () => undefined };
