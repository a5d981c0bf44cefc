import type { Rights } from '../../access/index.ts';
import type { ErrorRow } from '../../errors/index.ts';
import type { HostedRoute, PluginLiveEvent } from '../../plugin-host/index.ts';
import { yieldToEventLoop, type DefinitionSnapshot } from '../../registry/index.ts';
import { getFinderMethod } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { servedModules } from '../module-endpoints/module-directory.ts';
import { MODULE_ENDPOINTS, GENERIC_MODULE_ENDPOINTS, type ModuleEndpoint } from '../module-endpoints/route-table.ts';
import { pageOf, SHARED_PARAMETERS, SHARED_RESPONSES, SHARED_SCHEMAS } from './components.ts';
import { asUpsert, describeEndpoint, GENERIC_NAMES, schemaNames, describeFinder, type SchemaNames } from './describe-endpoint.ts';
import { fixedPaths } from './fixed-paths.ts';
import { buildEntrySchemas, definitionSchemas, buildRecordSchemas } from './record-schemas.ts';
import { filePaths } from './file-paths.ts';
import { exportJobPaths, exportJobSchemas } from './export-job-paths.ts';
import { importPaths } from './import-paths.ts';
import { importSchemas } from './import-schemas.ts';
import { describeLive, liveSchemas } from './event-schemas.ts';
import { buildVariableSchema, sharedEntries } from './filter-schemas.ts';
import { pluginPaths } from './plugin-paths.ts';
import { buildSearchSchemas } from './search-schemas.ts';
import { describeAlias, operationIdOf, reference, toTemplate, type Paths } from './schema-parts.ts';
import { viewSchemas } from './view-schemas.ts';

/** Content of the document that does not come from the definitions. */
interface DocumentOptions {
  readonly version: string;
  readonly publicUrl: string;
  /** Endpoints that plugins add. */
  readonly routes: readonly HostedRoute[];
  /** Live events that plugins send. */
  readonly events: readonly PluginLiveEvent[];
  /** Returns the errors with which plugins may refuse saves of a module. */
  errorsOf(module: string): { readonly [code: string]: ErrorRow };
}

/** Builds the OpenAPI 3.1 document of everything that a user with these rights may access, typed per module, in slices. */
export async function buildOpenApi(snapshot: DefinitionSnapshot, rights: Rights, options: DocumentOptions): Promise<JsonObject> {
  const modules = servedModules(snapshot).filter(({ name }) => rights.module(name).access);
  return {
    openapi: '3.1.0',
    info: { title: 'Muster', version: options.version, description: describeDefinitions(snapshot) },
    servers: [{ url: options.publicUrl }],
    security: [{ session: [] }],
    tags: [
      ...modules.map(({ name, label }) => ({ name, description: label })),
      { name: 'generic-modules', description: 'The same endpoints for any module' },
      describeLive(options.events),
    ],
    paths: mergePaths(
      await modulePaths(modules, options),
      genericPaths(),
      fixedPaths(),
      filePaths(),
      importPaths(),
      exportJobPaths(),
      pluginPaths(options.routes, (path) => mayReach(path, snapshot, modules)),
    ),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        link: { type: 'apiKey', in: 'query', name: 'token', description: 'The token of a link that a plugin created.' },
      },
      parameters: SHARED_PARAMETERS,
      responses: SHARED_RESPONSES,
      schemas: {
        ...SHARED_SCHEMAS,
        FilterVariable: buildVariableSchema(snapshot),
        ...definitionSchemas(),
        ...viewSchemas(),
        ...importSchemas(),
        ...exportJobSchemas(),
        ...liveSchemas(options.events),
        ...sharedEntries(),
        ...genericSchemas(),
        ...(await moduleSchemas(snapshot, modules, rights)),
      },
    },
  };
}

function describeDefinitions({ version }: DefinitionSnapshot): string {
  const renames = 'Earlier names of renamed modules and fields are accepted in requests until an admin removes them';
  return `Definitions of version ${version}. ${renames}; responses have the current names.`;
}

/** A plugin's endpoint under the path of a module requires access to this module. */
function mayReach(path: string, snapshot: DefinitionSnapshot, modules: readonly CompiledModule[]): boolean {
  const owner = servedModules(snapshot).find((module) => path.startsWith(`${module.path}/`));
  return owner === undefined || modules.includes(owner);
}

async function modulePaths(modules: readonly CompiledModule[], options: DocumentOptions): Promise<Paths> {
  const paths: Paths = {};
  for (const module of modules) {
    const names = schemaNames(module.name);
    for (const row of MODULE_ENDPOINTS)
      addRow(
        paths,
        module.path,
        row,
        describeEndpoint(
          module.definition.upsertField === undefined ? row : asUpsert(row),
          module.name,
          names,
          false,
          options.errorsOf(module.name),
        ),
      );
    const reached = module.finders.filter(
      ({ relation }) => relation === undefined || modules.some(({ name }) => module.relations.get(relation)?.modules[0] === name),
    );
    for (const finder of reached)
      addEndpoint(paths, `${module.path}${finder.path}`, getFinderMethod(finder), describeFinder(finder, module, names));
    await yieldToEventLoop();
  }
  return paths;
}

function genericPaths(): Paths {
  const paths: Paths = {};
  for (const row of [...MODULE_ENDPOINTS, ...GENERIC_MODULE_ENDPOINTS])
    addRow(paths, '/api/generic-modules', row, describeEndpoint(asUpsert(row), 'generic-modules', GENERIC_NAMES, true));
  return paths;
}

/** Merges paths; an endpoint with a path of its own takes precedence over a module's, which then has no aliases. */
function mergePaths(...all: readonly Paths[]): Paths {
  const joined: Paths = {};
  for (const paths of all) {
    removeAliases(joined, listReplaced(joined, paths));
    for (const [path, endpoints] of Object.entries(paths)) joined[path] = { ...joined[path], ...endpoints };
  }
  return joined;
}

/** Ids of the operations that further paths replace. */
function listReplaced(joined: Paths, paths: Paths): ReadonlySet<JsonValue | undefined> {
  return new Set(
    Object.entries(paths).flatMap(([path, endpoints]) =>
      Object.keys(endpoints).flatMap((method) => joined[path]?.[method]?.['operationId'] ?? []),
    ),
  );
}

/** The others of a replaced operation still do what it did, and the new one may do something else. */
function removeAliases(paths: Paths, replaced: ReadonlySet<JsonValue | undefined>): void {
  for (const endpoints of Object.values(paths))
    for (const [method, { 'x-alias-of': alias, description: _alias, ...operation }] of Object.entries(endpoints))
      if (alias !== undefined && replaced.has(alias)) endpoints[method] = operation;
}

/** Adds a row of the route table below a base. */
function addRow(paths: Paths, base: string, row: ModuleEndpoint, operation: JsonObject): void {
  const [method = '', path = ''] = row.aliasOf?.split(' ') ?? [];
  const alias = row.aliasOf === undefined ? {} : describeAlias(method, toTemplate(`${base}${path}`));
  addEndpoint(paths, `${base}${row.path}`, row.method, { ...operation, ...alias });
}

function addEndpoint(paths: Paths, pattern: string, method: unknown, operation: JsonObject): void {
  const path = toTemplate(pattern);
  (paths[path] ??= {})[String(method).toLowerCase()] = { ...operation, operationId: operationIdOf(String(method), path) };
}

async function moduleSchemas(
  snapshot: DefinitionSnapshot,
  modules: readonly CompiledModule[],
  rights: Rights,
): Promise<{ readonly [name: string]: JsonObject }> {
  const reachable = new Set(modules.map(({ name }) => name));
  const hasModule = (name: string): boolean => snapshot.modules.has(name);
  const isReachable = (name: string): boolean => reachable.has(name);
  const schemas: { [name: string]: JsonObject } = {};
  for (const module of modules) {
    const names = schemaNames(module.name);
    const { record, create, changes } = buildRecordSchemas(module, rights, hasModule, isReachable);
    Object.assign(schemas, buildSearchSchemas(module, rights, isReachable), buildEntrySchemas(module, rights, hasModule), {
      [names.record]: record,
      [names.create]: create,
      [names.changes]: changes,
      [names.page]: pageOf(reference(names.record)),
    });
    await yieldToEventLoop();
  }
  return schemas;
}

/** Schemas of records of any module, for the generic endpoints. */
function genericSchemas(): { readonly [name: string]: JsonObject } {
  const names: SchemaNames = GENERIC_NAMES;
  const record: JsonObject = { type: 'object', required: ['_id'], properties: { _id: { type: 'string' } } };
  // Some endpoints of their own return users to requesters who have no access to the module.
  const users = schemaNames('users');
  return {
    [users.record]: record,
    [users.page]: pageOf(record),
    [names.record]: record,
    [names.relatedPage]: pageOf(record),
    [names.create]: { type: 'object' },
    [names.changes]: { type: 'object' },
    [names.page]: pageOf(reference(names.record)),
  };
}
