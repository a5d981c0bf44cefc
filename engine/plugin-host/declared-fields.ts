import { MusterError } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { HookContext, InTransactionContext, PostSaveContext, PreSaveContext, SaveEvent, UnitReader } from '../records/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';

/** How a plugin uses a field, as declared in its manifest. */
type FieldUse = 'reads' | 'writes';

/** Checks one field that a handler uses. */
export type FieldCheck = (use: FieldUse, module: string, field: string) => void;

/** Returns the check for one run of a handler; undefined: this run is not checked. */
export type FieldChecks = () => FieldCheck | undefined;

/** In production the first runs of a handler are checked, and then one of every 32: a check costs a tenth of a save. */
const FIRST_RUNS = 32;
const SAMPLE_RATE = 32;

/** Fields that every rule may read without declaring them. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(['deleted', 'createdAt', 'updatedAt', 'created_by', 'modified_by']);

interface DeclaredFieldsOptions {
  readonly manifest: PluginManifest;
  readonly snapshot: () => DefinitionSnapshot | undefined;
  readonly log: LogPort;
  /** An undeclared field fails the handler; otherwise it is logged, once for each handler. */
  readonly failsOnUndeclared: boolean;
}

/**
 * Creates the field checks of a plugin's handlers. A field that a plugin writes may also be read, and fields that it adds to a module are
 * its own. In production an undeclared field is only logged, by the runs that are checked: a save must not fail because of a missing
 * declaration. Development and tests throw `plugin_failed`, so that the list is complete when the plugin is shipped.
 */
export function createFieldChecks({ manifest, snapshot, log, failsOnUndeclared }: DeclaredFieldsOptions): (handler: string) => FieldChecks {
  const isDeclared = createDeclaredFieldIndex(manifest);
  const reported = new Set<string>();
  const checkOf =
    (handler: string): FieldCheck =>
    (use, module, field) => {
      if (isDeclared(use, module, field) || field.startsWith('_') || ALWAYS_ALLOWED.has(field)) return;
      // Any other name is not a field: a method, or a keyword of the filter grammar.
      if (snapshot()?.modules.get(module)?.fields.has(field) !== true) return;
      const fieldPath = `${module}.${field}`;
      const key = `${handler} ${use} ${fieldPath}`;
      if (!reported.has(key))
        log.error(
          { handler, [use]: fieldPath },
          `The plugin ${manifest.name} ${use} ${fieldPath} in ${handler}, which its manifest does not declare.`,
        );
      reported.add(key);
      if (failsOnUndeclared)
        throw new MusterError('plugin_failed', {
          values: { plugin: manifest.name },
          data: { plugin: manifest.name, handler, [use]: fieldPath },
        });
    };
  return (handler) => {
    const check = checkOf(handler);
    let runs = 0;
    return () => {
      runs += 1;
      return failsOnUndeclared || runs <= FIRST_RUNS || runs % SAMPLE_RATE === 0 ? check : undefined;
    };
  };
}

/** Uses sets that are created once for each module. */
function createDeclaredFieldIndex(manifest: PluginManifest): (use: FieldUse, module: string, field: string) => boolean {
  const sets = new Map<string, ReadonlySet<string>>();
  const make = (use: FieldUse, module: string): ReadonlySet<string> => {
    const listed = [...(manifest.writes ?? []), ...(use === 'reads' ? (manifest.reads ?? []) : [])];
    const own = (manifest.definitions?.extensions ?? []).flatMap((extension) =>
      'module' in extension && extension.module === module ? (extension.fields ?? []) : [],
    );
    const named = listed
      .map((name) => name.split('.'))
      .filter(([of]) => of === module || of === '*')
      .map(([, field = '*']) => field);
    return new Set([...named, ...own.map(({ fieldName }) => fieldName)]);
  };
  return (use, module, field) => {
    const key = `${use} ${module}`;
    let set = sets.get(key);
    if (set === undefined) {
      set = make(use, module);
      sets.set(key, set);
    }
    return set.has('*') || set.has(field);
  };
}

/** Checks that the modules and fields that a plugin names are defined; otherwise throws `plugin_invalid` with the name. */
export function assertFields(plugin: PluginManifest, snapshot: DefinitionSnapshot): void {
  for (const kind of ['reads', 'writes'] as const) for (const name of plugin[kind] ?? []) assertField(plugin, kind, name, snapshot);
  for (const [kind, hooks] of Object.entries(plugin.hooks ?? {})) {
    for (const hook of hooks as readonly { module: string; name: string }[]) {
      if (hook.module !== '*' && !snapshot.modules.has(hook.module))
        throw makePluginInvalid(plugin.name, `Its ${kind} hook ${hook.name} is for the module ${hook.module}, which is not defined.`);
    }
  }
}

function assertField(plugin: PluginManifest, kind: string, name: string, snapshot: DefinitionSnapshot): void {
  const [module = '', field = '*'] = name.split('.');
  if (module === '*') return;
  const compiled = snapshot.modules.get(module);
  if (!compiled) throw makePluginInvalid(plugin.name, `It ${kind} ${name}, but there is no module ${module}.`);
  if (field !== '*' && !compiled.fields.has(field))
    throw makePluginInvalid(plugin.name, `It ${kind} ${name}, but ${module} has no field ${field}.`);
}

/** The properties of the contexts of all kinds of hooks; each context has some of them. */
type AnyContext = HookContext & { readonly event: Pick<SaveEvent, 'module'> & { readonly before?: object | undefined } } & {
  readonly draft?: object;
  readonly record?: object | undefined;
  readonly unit?: UnitReader;
  readonly create?: InTransactionContext['create'];
  readonly update?: InTransactionContext['update'];
  readonly createOnce?: PostSaveContext['createOnce'];
  readonly requireAbsence?: PreSaveContext['requireAbsence'];
  readonly userInTurn?: PreSaveContext['userInTurn'];
};

/** The properties of a hook's context that contain fields, wrapped so that each access is checked. */
export function watchFields(given: HookContext, check: FieldCheck): object {
  const context = given as AnyContext;
  const { event, draft, record, unit, create, update, createOnce, requireAbsence, userInTurn } = context;
  const module = event.module.name;
  return {
    ...(draft === undefined ? {} : { draft: watchRecord(draft, module, check) }),
    ...(record === undefined ? {} : { record: watchRecord(record, module, check) }),
    ...(event.before === undefined ? {} : { event: { ...event, before: watchRecord(event.before, module, check) } }),
    ...(unit === undefined ? {} : { unit: watchUnit(unit, check) }),
    ...(requireAbsence === undefined
      ? {}
      : {
          requireAbsence: (...[name, filter, options]: Parameters<typeof requireAbsence>) => {
            checkFilter(name, filter, check);
            requireAbsence(name, filter, options);
          },
        }),
    ...(userInTurn === undefined
      ? {}
      : {
          userInTurn: async (filter: JsonValue) => {
            checkFilter('users', filter, check);
            return userInTurn(filter);
          },
        }),
    ...(create === undefined ? {} : { create: (name: string, fields: Fields) => create(name, written(name, fields, check)) }),
    ...(update === undefined
      ? {}
      : { update: (name: string, id: string, fields: Fields) => update(name, id, written(name, fields, check)) }),
    ...(createOnce === undefined
      ? {}
      : {
          createOnce: (following: Parameters<typeof createOnce>[0]) =>
            createOnce({ ...following, fields: written(following.module, following.fields, check) }),
        }),
  };
}

type Fields = { readonly [field: string]: JsonValue };

/** Checks the fields that a search or another read filters by, sorts by and requests. */
export function checkReads(input: unknown, check: FieldCheck): void {
  const { module, filter, fields, sort } = (input ?? {}) as {
    readonly module?: string;
    readonly filter?: JsonValue;
    readonly fields?: unknown;
    readonly sort?: readonly { readonly sortField: string }[];
  };
  if (module === undefined) return;
  if (filter !== undefined) checkFilter(module, filter, check);
  for (const field of [...(Array.isArray(fields) ? (fields as readonly string[]) : []), ...(sort ?? []).map(({ sortField }) => sortField)])
    check('reads', module, field);
}

/** Checks the fields that a save sets. */
export function checkWrites(module: string, fields: object, check: FieldCheck): void {
  for (const name of Object.keys(fields)) check('writes', module, name);
}

function written(module: string, fields: Fields, check: FieldCheck): Fields {
  checkWrites(module, fields, check);
  return fields;
}

function watchRecord<Document extends object>(document: Document, module: string, check: FieldCheck): Document {
  return new Proxy(document, {
    get: (target, name) => {
      if (typeof name === 'string') check('reads', module, name);
      return Reflect.get(target, name) as unknown;
    },
    set: (target, name, value) => {
      if (typeof name === 'string') check('writes', module, name);
      return Reflect.set(target, name, value);
    },
    deleteProperty: (target, name) => {
      if (typeof name === 'string') check('writes', module, name);
      return Reflect.deleteProperty(target, name);
    },
  });
}

function watchUnit(unit: UnitReader, check: FieldCheck): UnitReader {
  return {
    get: async (module, id) => {
      const found = await unit.get(module, id);
      return found === undefined ? undefined : watchRecord(found, module, check);
    },
    find: async (module, filter, options) => {
      checkFilter(module, filter, check);
      return (await unit.find(module, filter, options)).map((document) => watchRecord(document, module, check));
    },
  };
}

/** Fields are at the top level of a filter and inside its `and`, `or` and `not`; names that are not fields are ignored. */
function checkFilter(module: string, filter: JsonValue, check: FieldCheck): void {
  if (Array.isArray(filter)) return filter.forEach((part: JsonValue) => checkFilter(module, part, check));
  if (typeof filter !== 'object' || filter === null) return;
  for (const [name, part] of Object.entries(filter)) {
    check('reads', module, name);
    if (['and', 'or', 'not'].includes(name)) checkFilter(module, part, check);
  }
}
