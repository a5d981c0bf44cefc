import { MusterError } from '../../errors/index.ts';
import { readApiTokenScope } from '#engine/model';
import type { TokenSession } from './authentication-guard.ts';

/** Paths under which rights on records alone decide: an API token's rights are narrowed there as everywhere. */
const RECORD_PATHS = ['/api/:base', '/api/generic-modules', '/api/merge', '/api/batches', '/api/audit-log', '/api/email-addresses', '/api/zips', '/api/ss-modules', '/api/openapi.json', '/api/schemas', '/api/auth/authenticated'] as const;
/** A link to a file is a browser's, for as long as its session stands. */
const FILE_PATHS = ['/api/files/upload', '/api/files/upload/:folder', '/api/files/upload-file-to-path', '/api/files/names', '/api/files/rules', '/api/files/*'];

const isRecordPath = (url: string): boolean => FILE_PATHS.includes(url) || RECORD_PATHS.some((path) => url === path || url.startsWith(`${path}/`));

/** Whether a session may use the call with this path pattern at all; what it may do there, its rights say. Errors: `api_token_out_of_scope`. */
export function assertTokenScope({ claims, actor: { scopes = [] } }: TokenSession, url: string): void {
  if (claims.scope !== 'api' || scopes.includes('admin')) return;
  const writes = scopes.map(readApiTokenScope).some((scope) => typeof scope === 'object' && scope.access === 'write');
  // A favourite is somebody's own, and needs no right to change the record.
  if (!isRecordPath(url) || (url.includes('/favorite/') && !writes)) throw new MusterError('api_token_out_of_scope');
}
