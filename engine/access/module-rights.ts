import type { JsonObject } from '#engine/model/values';
import type { ModuleRightsView } from '#engine/model/wire';

/** A right whose level says which records it covers. */
export type RowRight = 'view' | 'edit' | 'delete';

/** The rules of a level 'Rule': a record is covered if it is the user's own, when `own` is set, or matches one of the filters. */
export interface CombinedRule {
  /** The user's own records are covered. */
  readonly own: boolean;
  /** Records that match one of these are covered. */
  readonly filters: readonly JsonObject[];
  /** A filter uses the variable `me`. */
  readonly isPersonal: boolean;
}

/** The rights on a module, combined from all roles of a user: the widest level that any role gives. */
export interface ModuleRights extends ModuleRightsView {
  /** May read the module's sensitive fields in plaintext. */
  readonly sensitive: boolean;
  /** The rules of the rights whose level is 'Rule'; absent: none is. */
  readonly rules?: { readonly [right in RowRight]?: CombinedRule };
}
