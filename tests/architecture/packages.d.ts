export interface Package {
  readonly path: string;
  readonly purpose: string;
  readonly mayImport: readonly string[];
  readonly npmPackages?: readonly string[];
  /** Folders whose index files are entry points too. */
  readonly parts?: readonly string[];
  /** The index has only what plugins need; the product itself imports the parts. */
  readonly indexIsPublic?: boolean;
  /** Imports only the index of such a package, not its parts. */
  readonly usesPublicIndex?: boolean;
}
export const PACKAGES: readonly Package[];
