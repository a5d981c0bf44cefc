import type { StartedPreview } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import type { PreviewRequest } from './preview-tab.ts';

/** Starts a preview; System Admins only. Errors: `definition_invalid` with the problems of the draft, `change_set_not_found`. */
export function startPreview(request: PreviewRequest): Promise<StartedPreview> {
  return callApi<StartedPreview>('POST', '/api/previews', { body: request });
}
