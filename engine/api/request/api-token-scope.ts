import { MusterError } from '../../errors/index.ts';
import { readApiTokenScope } from '#engine/model';
import type { TokenSession } from './authentication-guard.ts';

/** Paths on which only the rights on records decide: the scopes of an API token narrow these rights. */
const RECORD_PATHS = [
  '/api/:base',
  '/api/generic-modules',
  '/api/merge',
  '/api/batches',
  '/api/audit-log',
  '/api/email-addresses',
  '/api/zips',
  '/api/ss-modules',
  '/api/openapi.json',
  '/api/schemas',
  '/api/auth/authenticated',
] as const;
/** Links to files are for browsers and valid as long as their session. */
const FILE_PATHS = [
  '/api/files/upload',
  '/api/files/upload/:folder',
  '/api/files/upload-file-to-path',
  '/api/files/names',
  '/api/files/rules',
  '/api/files/*',
];

const isRecordPath = (url: string): boolean =>
  FILE_PATHS.includes(url) || RECORD_PATHS.some((path) => url === path || url.startsWith(`${path}/`));

/**
 * Throws when the session may not use the endpoint with this path pattern at all; rights decide about the rest. Errors:
 * `api_token_out_of_scope`.
 */
export function assertTokenScope({ claims, actor: { scopes = [] } }: TokenSession, url: string): void {
  if (claims.scope !== 'api' || scopes.includes('admin')) return;
  const writes = scopes.map(readApiTokenScope).some((scope) => typeof scope === 'object' && scope.access === 'write');
  // A favourite belongs to its user and needs no right to change the record.
  if (!isRecordPath(url) || (url.includes('/favorite/') && !writes)) throw new MusterError('api_token_out_of_scope');
}
