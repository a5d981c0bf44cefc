/** The scopes of an API token in addition to those of single modules ('tickets:read', 'tickets:write'). */
export const API_TOKEN_SCOPES = ['admin', 'read', 'write'] as const;

/** A parsed scope of an API token. `module` '*': all modules. 'write' includes reading. */
export interface ApiTokenScope {
  readonly module: string;
  readonly access: 'read' | 'write';
}

/** An API token as returned to its owner; the token itself is returned once, when it is created. Times are ISO 8601. */
export interface ApiTokenView {
  readonly _id: string;
  readonly name: string;
  /** Id of the user whose rights it restricts. */
  readonly user: string;
  /** 'admin' for everything that its user may do, 'read' and 'write' for the records of all modules, 'tickets:read' for those of one. */
  readonly scopes: readonly string[];
  /** The first characters of the token, to identify it. */
  readonly start: string;
  readonly createdAt: string;
  /** Rounded to the minute; null: never used. */
  readonly lastUsedAt: string | null;
  /** null: it is valid until it is revoked. */
  readonly expiresAt: string | null;
}

/** A token that was just created, with its text. */
export interface CreatedApiToken extends ApiTokenView {
  readonly token: string;
}

/** Parses a scope; 'admin' is returned unchanged, undefined if it is invalid. Whether the module exists is not checked. */
export function readApiTokenScope(scope: string): ApiTokenScope | 'admin' | undefined {
  if (scope === 'admin') return scope;
  if (scope === 'read' || scope === 'write') return { module: '*', access: scope };
  const [module = '', access, ...rest] = scope.split(':');
  if (module === '' || rest.length > 0 || (access !== 'read' && access !== 'write')) return undefined;
  return { module, access };
}
