import type { DemoDataView } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** The records of the first seed that are left; System Admins only. */
export function getDemoData(signal?: AbortSignal): Promise<DemoDataView> {
  return callApi<DemoDataView>('GET', '/api/demo-data', signal ? { signal } : {});
}

/** Removes them in the background. Errors: `demo_data_missing`. */
export function removeDemoData(): Promise<DemoDataView> {
  return callApi<DemoDataView>('POST', '/api/demo-data/remove', { body: {} });
}
