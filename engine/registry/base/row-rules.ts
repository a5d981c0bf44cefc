import type { RoleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';

/** A filter that a role has as the level of a right. */
interface PlacedRule {
  readonly module: string;
  /** '/module_access/tickets/view/filter'. */
  readonly path: string;
  readonly filter: JsonObject;
}

/** The filters in the levels of a role, with their places. */
export function listRowRules(role: RoleDefinition): readonly PlacedRule[] {
  return Object.entries(role.module_access).flatMap(([module, access]) =>
    (['view', 'edit', 'delete'] as const).flatMap((right) => {
      const level = access[right];
      if (typeof level !== 'object') return [];
      return [{ module, path: `/module_access/${module}/${right}/filter`, filter: level.filter as JsonObject }];
    }),
  );
}
