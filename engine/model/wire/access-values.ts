import type { JsonObject } from '../values/index.ts';
import type { ModuleView } from './wire.ts';

/** `GET /api/access/values`: a record as a user sees it. Fields that they may not see are absent, sensitive ones are masked. */
export interface AccessValues {
  /** null: the user does not see the record, or is not active. */
  readonly seen: { readonly module: ModuleView; readonly record: JsonObject } | null;
}
