import { MusterError } from '../../errors/index.ts';
import type { CompiledModule, JsonValue } from '#engine/model';
import type { Answer } from '../answers/send.ts';
import { bodyOf, parameterOf, type Call, type CallRouter } from '../request/call.ts';
import { textParameterOf } from '../request/parameters.ts';
import { bodyInvalid, objectOf } from '../request/write-input.ts';
import { findLookup } from './find-lookup.ts';
import type { ModuleCall } from './module-call.ts';
import { findAtPath, moduleAtPath, moduleNamed } from './module-directory.ts';
import { lookUp } from './operations/look-up.ts';
import { COMMON_CALLS, GENERIC_CALLS, type CommonCall } from './route-table.ts';

const GENERIC_BASE = '/api/generic-modules';

/**
 * Serves the route table and the look-ups of modules: under `/api/:base`, where the definitions in force say which module a base is (so that routes
 * follow a published definition with the next request), and under `/api/generic-modules`.
 */
export function serveModules(router: CallRouter): void {
  for (const row of COMMON_CALLS) {
    router.on({ method: row.method, url: `/api/:base${row.path}` }, (call) => runRow(row, atPath(call)));
    router.on({ method: row.method, url: `${GENERIC_BASE}${row.path}` }, (call) => row.run(generic(call)));
  }
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) router.on({ method, url: '/api/:base/*' }, runLookup);
  for (const row of GENERIC_CALLS) router.on({ method: row.method, url: `${GENERIC_BASE}${row.path}` }, (call) => row.run(generic(call)));
}

/** A look-up begins with a fixed word: it goes before the record, or what is asked of one, that has this word for its id. */
function runRow(row: CommonCall, call: ModuleCall): Promise<Answer> {
  const found = row.path.startsWith('/:id') ? findLookup(call.module, call.request) : undefined;
  return found === undefined ? row.run(call) : lookUp(call, found);
}

/** What only a look-up can answer. Errors: `route_not_found`. */
async function runLookup(call: Call): Promise<Answer> {
  const module = findAtPath(call.snapshot, parameterOf(call, 'base'));
  const found = module === undefined ? undefined : findLookup(module, call.request);
  if (module === undefined || found === undefined) throw new MusterError('route_not_found');
  return lookUp(openModuleCall(call, module, bodyOf(call), false), found);
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
