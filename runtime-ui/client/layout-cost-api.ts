import type { LayoutDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { LayoutCost } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** A layout as it would be published, with the indexes of its module. */
export interface LayoutCostInput extends Pick<ModuleDefinition, 'indexes' | 'withoutIndexes'> {
  readonly layout: LayoutDefinition;
}

/** Measures a layout on the store. Errors: `validation_failed` for a layout that cannot be published, `module_not_found`. */
export function getLayoutCost(input: LayoutCostInput, signal?: AbortSignal): Promise<LayoutCost> {
  return callApi<LayoutCost>('POST', '/api/definitions/layout-cost', { body: { ...input }, ...(signal ? { signal } : {}) });
}

/** The layouts of a module as they are published, also those that the product generates. */
export async function getModuleLayouts(moduleId: string, signal?: AbortSignal): Promise<readonly LayoutDefinition[]> {
  const { data } = await callApi<{ readonly data: readonly (Omit<LayoutDefinition, 'id'> & { readonly _id: string })[] }>(
    'GET',
    `/api/layouts/module/${encodeURIComponent(moduleId)}`,
    signal ? { signal } : {},
  );
  return data.map(({ _id: id, ...layout }) => ({ id, ...layout }));
}
