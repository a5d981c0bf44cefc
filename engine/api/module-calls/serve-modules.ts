import type { CompiledModule, JsonValue } from '#engine/model';
import { bodyOf, parameterOf, type Call, type CallRouter } from '../request/call.ts';
import { textParameterOf } from '../request/parameters.ts';
import { bodyInvalid, objectOf } from '../request/write-input.ts';
import type { ModuleCall } from './module-call.ts';
import { moduleAtPath, moduleNamed } from './module-directory.ts';
import { COMMON_CALLS, GENERIC_CALLS, type CommonCall } from './route-table.ts';

const GENERIC_BASE = '/api/generic-modules';

/**
 * Serves the route table: under `/api/:base`, where the definitions in force say which module a base is (so that routes
 * follow a published definition with the next request), and under `/api/generic-modules`.
 */
export function serveModules(router: CallRouter): void {
  for (const row of COMMON_CALLS) {
    router.on({ method: row.method, url: `/api/:base${row.path}` }, (call) => row.run(atPath(call)));
    for (const path of genericPaths(row)) router.on({ method: row.method, url: `${GENERIC_BASE}${path}` }, (call) => row.run(generic(call)));
  }
  for (const row of GENERIC_CALLS) router.on({ method: row.method, url: `${GENERIC_BASE}${row.path}` }, (call) => row.run(generic(call)));
}

/** Paths of a common call under `/api/generic-modules`. */
export function genericPaths(row: CommonCall): readonly string[] {
  if (row.generic === false) return [];
  return typeof row.generic === 'string' ? [row.path, row.generic] : [row.path];
}

function atPath(call: Call): ModuleCall {
  return openModuleCall(call, moduleAtPath(call.snapshot, parameterOf(call, 'base')), bodyOf(call), false);
}

function generic(call: Call): ModuleCall {
  const body = bodyOf(call);
  return openModuleCall(call, moduleNamed(call.snapshot, moduleNameOf(call, body)), body, true);
}

function openModuleCall(call: Call, module: CompiledModule, body: { readonly [name: string]: JsonValue }, isGeneric: boolean): ModuleCall {
  return {
    services: call.services, request: call.request, reply: call.reply, named: call.named, session: call.session, actor: call.actor,
    snapshot: call.snapshot, query: call.query, parameters: call.parameters, module, body, isGeneric,
  };
}

/** `moduleOptions: { name }` in the body; `?module=` where there is no body. */
function moduleNameOf(call: Call, body: { readonly [name: string]: JsonValue }): string {
  const fromQuery = textParameterOf(call.query, 'module');
  if (body['moduleOptions'] === undefined && fromQuery !== undefined) return fromQuery;
  const { name } = body['moduleOptions'] === undefined ? { name: undefined } : objectOf(body, 'moduleOptions');
  if (typeof name !== 'string') throw bodyInvalid('moduleOptions.name must name a module (or ?module=)');
  return name;
}
