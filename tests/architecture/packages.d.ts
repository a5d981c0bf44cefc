export interface Package {
  readonly path: string;
  readonly purpose: string;
  readonly mayImport: readonly string[];
  readonly npmPackages?: readonly string[];
}
export const PACKAGES: readonly Package[];
