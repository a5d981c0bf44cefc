import type { JsonObject } from '#engine/model';
import type { Place } from './places.ts';

/** The values of an account that its related records need. */
export interface AccountSeed {
  readonly fields: JsonObject;
  readonly name: string;
  readonly place: Place;
  readonly isClient: boolean;
  /** Owner fields: `assigned_to` and `teams`. */
  readonly ownership: JsonObject;
}
