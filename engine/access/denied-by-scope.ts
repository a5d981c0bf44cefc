import { MusterError } from '../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { ApiTokenScope } from '#engine/model/wire';
import type { Rights } from './rights.ts';

/**
 * The error of an action that the rights deny: `denied`, or `api_token_scope_missing` when the user of an API token may do it and only the
 * scopes of the token do not include it.
 */
export function createDeniedError(
  { narrowedFrom }: Rights,
  { name }: Pick<CompiledModule, 'name'>,
  access: ApiTokenScope['access'],
  isAllowed: (rights: Rights) => boolean,
  denied: () => MusterError,
): MusterError {
  if (narrowedFrom === undefined || !isAllowed(narrowedFrom)) return denied();
  return new MusterError('api_token_scope_missing', { values: { scope: `${name}:${access}` }, data: { scope: `${name}:${access}` } });
}

/** Same for a module that cannot be accessed at all: `module_access_denied`. */
export function createModuleAccessDeniedError(rights: Rights, module: Pick<CompiledModule, 'name' | 'label'>): MusterError {
  return createDeniedError(
    rights,
    module,
    'read',
    (own) => own.module(module.name).access,
    () => new MusterError('module_access_denied', { values: { module: module.label } }),
  );
}
