/** What an API token may be made to reach beside single modules ('leads:read', 'leads:write'). */
export const API_TOKEN_SCOPES = ['admin', 'read', 'write'] as const;

/** One scope of an API token, taken apart. `module` '*': all of them. 'write' reads as well. */
export interface ApiTokenScope {
  readonly module: string;
  readonly access: 'read' | 'write';
}

/** An API token as its owner sees it; its text is shown once, when it is made. Times are ISO 8601. */
export interface ApiTokenView {
  readonly _id: string;
  readonly name: string;
  /** Id of the user whose rights it narrows. */
  readonly user: string;
  /** 'admin' for all that its user may do, 'read' and 'write' for the records of all modules, 'leads:read' for those of one. */
  readonly scopes: readonly string[];
  /** How its text begins, to tell it from others. */
  readonly start: string;
  readonly createdAt: string;
  /** To the minute; null: never used. */
  readonly lastUsedAt: string | null;
  /** null: it stands until it is revoked. */
  readonly expiresAt: string | null;
}

/** A token that was made just now, with its text. */
export interface CreatedApiToken extends ApiTokenView {
  readonly token: string;
}

/** Takes a scope apart; 'admin' as it is, undefined when it is none. Whether there is such a module is not asked. */
export function readApiTokenScope(scope: string): ApiTokenScope | 'admin' | undefined {
  if (scope === 'admin') return scope;
  if (scope === 'read' || scope === 'write') return { module: '*', access: scope };
  const [module = '', access, ...rest] = scope.split(':');
  if (module === '' || rest.length > 0 || (access !== 'read' && access !== 'write')) return undefined;
  return { module, access };
}
