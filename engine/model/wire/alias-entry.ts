/** An entry of `GET /api/aliases`: an earlier name that the API accepts like the current one. */
export interface AliasEntry {
  readonly _id: string;
  /** `relation`: the name under which a module reads the records of another one that refer to it. */
  readonly kind: 'module' | 'field' | 'relation';
  /** The module that was renamed, or that has the field or relation. */
  readonly module: { readonly _id: string; readonly name: string; readonly label: string };
  /** The earlier name. */
  readonly alias: string;
  /** The current name. */
  readonly name: string;
  readonly label: string;
  /** The earlier path of the endpoints of a module; null: none that differs from the current one. */
  readonly path: string | null;
  /** ISO time of the rename. */
  readonly renamedAt: string;
  /** The change-set that renamed it. */
  readonly changeSet: { readonly _id: string; readonly name: string };
  /** Number of requests that used it. Other processes add theirs within seconds. */
  readonly uses: number;
  /** ISO time of the last use; null: never used. */
  readonly lastUsedAt: string | null;
  readonly lastUsedBy: { readonly _id: string; readonly name: string } | null;
  /** The API token of the last use; null: the user was signed in, or it was never used. */
  readonly token: { readonly _id: string; readonly name: string } | null;
}
