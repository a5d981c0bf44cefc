import type { Point } from '#engine/model';

/** City, state and coordinates of a ZIP code. */
export interface ZipPlace {
  /** Five digits. */
  readonly code: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Degrees of the middle of its area. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Which ZIPs are looked for; all must hold. */
export interface ZipSearch {
  /** The first digits of the ZIP. */
  readonly code?: string | undefined;
  /** The first letters of the city, however they are spelled in capitals. */
  readonly city?: string | undefined;
  /** Two letters. */
  readonly state?: string | undefined;
  /** Those that lie so near. */
  readonly near?: { readonly of: string | Point; readonly miles: number } | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Where places are. The default implementation knows the ZIPs of the US and asks nobody. */
export interface GeocoderPort {
  /** City, state and coordinates of a ZIP code of five digits; undefined when there is none. */
  findZip(code: string): Promise<ZipPlace | undefined>;
  /** ZIPs whose middle lies within so many miles of a ZIP (itself among them) or a point, in their order; undefined when there is no such ZIP. At once, for a filter is read at once. */
  readonly zipsWithin: (of: string | Point, miles: number) => readonly string[] | undefined;
  /** The ZIPs that match, in their order, and how many there are; none near a ZIP that there is not. */
  searchZips(search: ZipSearch): Promise<{ readonly places: readonly ZipPlace[]; readonly total: number }>;
}
