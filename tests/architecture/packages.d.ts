export interface Room {
  readonly path: string;
  readonly purpose: string;
  readonly mayImport: readonly string[];
  readonly packages?: readonly string[];
}
export const ROOMS: readonly Room[];
