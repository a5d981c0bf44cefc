import type { Point } from '#engine/model/values';

/** City, state and coordinates of a ZIP code. */
export interface ZipPlace {
  /** Five digits. */
  readonly code: string;
  /** As the post office writes it: 'Saint Paul'. */
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Degrees, at the center of the ZIP's area. */
  readonly latitude: number;
  /** Degrees, at the center of the ZIP's area; negative in the west. */
  readonly longitude: number;
}

/** Conditions of a ZIP search; all must match. */
export interface ZipSearch {
  /** The first digits of the ZIP. */
  readonly code?: string | undefined;
  /** The first letters of the city, case-insensitive. */
  readonly city?: string | undefined;
  /** Two letters. */
  readonly state?: string | undefined;
  /** Only ZIPs within this distance. */
  readonly near?: { readonly of: string | Point; readonly miles: number } | undefined;
  /** ZIPs to skip, 0 or more. */
  readonly offset: number;
  /** At most this many ZIPs. */
  readonly limit: number;
}

/** Finds ZIP codes and their coordinates. The default implementation has the US ZIP codes in memory and uses no network. */
export interface GeocoderPort {
  /** City, state and coordinates of a ZIP code of five digits; undefined when there is none. Never rejects. */
  findZip(code: string): Promise<ZipPlace | undefined>;
  /**
   * ZIPs whose center is within this many miles of a ZIP (which is included) or of a point, in ascending order; undefined
   * when the ZIP does not exist. Synchronous, because filters are parsed synchronously.
   */
  readonly zipsWithin: (of: string | Point, miles: number) => readonly string[] | undefined;
  /** The matching ZIPs in ascending order, and their total number. Empty when `near` names a ZIP that does not exist. Never rejects. */
  searchZips(search: ZipSearch): Promise<{ readonly places: readonly ZipPlace[]; readonly total: number }>;
}
