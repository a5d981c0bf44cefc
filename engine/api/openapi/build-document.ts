import type { Rights } from '../../access/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledModule, JsonObject } from '#engine/model';
import { servedModules } from '../module-calls/module-directory.ts';
import { COMMON_CALLS, GENERIC_CALLS } from '../module-calls/route-table.ts';
import { genericPaths } from '../module-calls/serve-modules.ts';
import { pageOf, SHARED_PARAMETERS, SHARED_RESPONSES, SHARED_SCHEMAS } from './components.ts';
import { describeCall, GENERIC_NAMES, schemaNames, type SchemaNames } from './describe-call.ts';
import { namedPaths } from './named-paths.ts';
import { buildRecordSchemas } from './record-schemas.ts';

type Paths = { [path: string]: { [method: string]: JsonObject } };

/** The OpenAPI 3.1 document of what someone with these rights may reach, typed per module. Pure. */
export function buildOpenApi(snapshot: DefinitionSnapshot, rights: Rights, about: { readonly version: string; readonly publicUrl: string }): JsonObject {
  const modules = servedModules(snapshot).filter(({ name }) => rights.module(name).access);
  return {
    openapi: '3.1.0',
    info: { title: 'Muster', version: about.version, description: `Definitions of version ${snapshot.version}.` },
    servers: [{ url: about.publicUrl }],
    security: [{ session: [] }],
    tags: [...modules.map(({ name, label }) => ({ name, description: label })), { name: 'generic-modules', description: 'The same calls for any module' }],
    paths: joinPaths(moduleCalls(modules), genericCalls(), namedPaths()),
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      parameters: SHARED_PARAMETERS,
      responses: SHARED_RESPONSES,
      schemas: { ...SHARED_SCHEMAS, ...genericSchemas(), ...moduleSchemas(snapshot, modules, rights) },
    },
  };
}

function moduleCalls(modules: readonly CompiledModule[]): Paths {
  const paths: Paths = {};
  for (const module of modules) for (const row of COMMON_CALLS) addCall(paths, `${module.path}${row.path}`, row.method, describeCall(row, module.name, schemaNames(module.name), false));
  return paths;
}

function genericCalls(): Paths {
  const paths: Paths = {};
  for (const row of [...COMMON_CALLS, ...GENERIC_CALLS]) {
    for (const path of genericPaths(row)) addCall(paths, `/api/generic-modules${path}`, row.method, describeCall(row, 'generic-modules', GENERIC_NAMES, true));
  }
  return paths;
}

/** A call with a path of its own goes before a module's. */
function joinPaths(...all: readonly Paths[]): Paths {
  const joined: Paths = {};
  for (const paths of all) for (const [path, calls] of Object.entries(paths)) joined[path] = { ...joined[path], ...calls };
  return joined;
}

function addCall(paths: Paths, pattern: string, method: unknown, call: JsonObject): void {
  const path = pattern.replace(/:(\w+)/g, '{$1}');
  (paths[path] ??= {})[String(method).toLowerCase()] = { ...call, operationId: operationIdOf(String(method), path) };
}

function operationIdOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace('/api/', '_').replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`;
}

function moduleSchemas(snapshot: DefinitionSnapshot, modules: readonly CompiledModule[], rights: Rights): { readonly [name: string]: JsonObject } {
  const hasModule = (name: string): boolean => snapshot.modules.has(name);
  return Object.fromEntries(modules.flatMap((module) => {
    const names = schemaNames(module.name);
    const { record, create, changes } = buildRecordSchemas(module, rights, hasModule);
    return [[names.record, record], [names.create, create], [names.changes, changes], [names.page, pageOf(reference(names.record))]];
  }));
}

/** Records of any module, for the generic calls. */
function genericSchemas(): { readonly [name: string]: JsonObject } {
  const names: SchemaNames = GENERIC_NAMES;
  const record: JsonObject = { type: 'object', required: ['_id'], properties: { _id: { type: 'string' } } };
  return { [names.record]: record, [names.create]: { type: 'object' }, [names.changes]: { type: 'object' }, [names.page]: pageOf(reference(names.record)) };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
