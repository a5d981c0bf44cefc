import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { INPUT_TYPES } from '#engine/model/definitions';
import { registerFieldType, type RefinedFieldType } from '#engine/model/field-types';
import { ERROR_CATALOGUE, MusterError } from '../errors/index.ts';
import { PAGE_KINDS, PRODUCT_KINDS } from '../notifications/index.ts';
import { explainJobs } from './check-jobs.ts';
import type { PluginManifest } from './manifest.ts';
import { OUTCOMES } from './run-guarded.ts';
import { CONTENT_TYPE } from './read-download.ts';
import { parseVersion, satisfiesRange } from './version-range.ts';

/** The error of a plugin that cannot be loaded, with its name and the cause. */
export function makePluginInvalid(plugin: string, cause: string): MusterError {
  return new MusterError('plugin_invalid', { values: { plugin, cause }, data: { plugin } });
}

/** Checks all manifests, each alone and all together; throws the first problem as `plugin_invalid`. */
export function assertManifests(plugins: readonly PluginManifest[], engineVersion: string): void {
  const names = new Set<string>();
  for (const plugin of plugins) {
    const cause = explainManifest(plugin, engineVersion);
    if (cause !== undefined) throw makePluginInvalid(nameOf(plugin), cause);
    if (names.has(plugin.name)) throw makePluginInvalid(plugin.name, 'There is another plugin of that name.');
    names.add(plugin.name);
  }
  for (const plugin of plugins) {
    for (const required of plugin.requires ?? [])
      if (!names.has(required)) throw makePluginInvalid(plugin.name, `It needs the plugin ${required}, which is not enabled.`);
  }
  assertErrorCodes(plugins);
  assertPermissions(plugins);
  assertNotificationKinds(plugins);
  assertRoutes(plugins);
  assertFieldTypes(plugins);
}

function nameOf(plugin: PluginManifest): string {
  return typeof (plugin as { name?: unknown } | undefined)?.name === 'string' ? plugin.name : 'without a name';
}

function explainManifest(plugin: PluginManifest, engineVersion: string): string | undefined {
  // A plugin from a package may be plain JavaScript, so its type is not guaranteed.
  if (typeof plugin !== 'object' || plugin === null) return 'It is not a manifest: export what definePlugin returns.';
  if (typeof plugin.name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(plugin.name))
    return 'Its name is not made of lower case letters, digits and hyphens.';
  if (!isLabel(plugin.label)) return `Its label is not a text of 1 to ${MAX_LABEL} characters.`;
  if (typeof plugin.version !== 'string' || !parseVersion(plugin.version)) return `Its version ${plugin.version} is not of the form 1.2.3.`;
  if (typeof plugin.engine !== 'string') return 'It does not say which versions of the engine it works with.';
  const fits = satisfiesRange(engineVersion, plugin.engine);
  if (fits === undefined) return `Its engine range ${plugin.engine} cannot be read.`;
  if (!fits) return `It works with the engine ${plugin.engine}; this is ${engineVersion}.`;
  return explainFolder(plugin) ?? explainHooks(plugin) ?? explainJobs(plugin) ?? explainRest(plugin);
}

const MAX_LABEL = 40;

function isLabel(label: unknown): boolean {
  return label === undefined || (typeof label === 'string' && label.trim() !== '' && label.length <= MAX_LABEL);
}

/** A folder that the manifest names must exist: otherwise all its definitions would be missing without a word. */
function explainFolder({ definitions }: PluginManifest): string | undefined {
  const folder: unknown = definitions?.folder;
  if (folder === undefined) return undefined;
  if (typeof folder !== 'string' && !(folder instanceof URL && folder.protocol === 'file:'))
    return 'Its folder of definitions is neither a path nor a file URL.';
  const place = folder instanceof URL ? fileURLToPath(folder) : folder;
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
    ? undefined
    : `Its folder of definitions ${place} does not exist.`;
}

/** A hook of a package, whose properties may have any type. */
type UncheckedHook = { readonly [property in 'module' | 'name' | 'run' | 'deadline' | 'before' | 'after']?: unknown };

function explainHooks(plugin: PluginManifest): string | undefined {
  for (const [kind, hooks] of Object.entries(plugin.hooks ?? {})) {
    if (!['preSave', 'inTransaction', 'onMerge', 'postSave'].includes(kind)) return `There are no hooks of the kind ${kind}.`;
    if (!Array.isArray(hooks)) return `Its ${kind} hooks are not a list.`;
    const names = new Set<string>();
    for (const hook of hooks as readonly UncheckedHook[]) {
      if (typeof hook.module !== 'string' || typeof hook.name !== 'string' || typeof hook.run !== 'function')
        return `Each ${kind} hook has a module, a name and a function run.`;
      if (!isDeadline(hook.deadline)) return `The deadline of the ${kind} hook ${hook.name} is not a whole number of milliseconds.`;
      if (![hook.before ?? [], hook.after ?? []].every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string')))
        return `The before and after of the ${kind} hook ${hook.name} are not lists of names.`;
      if (names.has(`${hook.module} ${hook.name}`)) return `It has two ${kind} hooks named ${hook.name} on ${hook.module}.`;
      names.add(`${hook.module} ${hook.name}`);
    }
  }
  return undefined;
}

/** A name, or names of properties inside each other. */
const MODULE_PATH = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/;

function explainRest(plugin: PluginManifest): string | undefined {
  const permissions = new Set((plugin.permissions ?? []).map((permission) => permission.name));
  for (const route of plugin.routes ?? []) {
    if (!['GET', 'POST', 'PUT', 'DELETE'].includes(route.method)) return `The method of the route ${route.path} is ${route.method}.`;
    if (!isDeadline(route.deadline)) return `The deadline of the route ${route.path} is not a whole number of milliseconds.`;
    if (typeof route.handle !== 'function') return `The route ${route.method} ${route.path} has no function handle.`;
    if (!/^\/api\/[A-Za-z0-9:_/-]+$/.test(route.path)) return `The route ${route.path} does not lie under /api.`;
    const downloads: unknown = route.downloads ?? [];
    if (!Array.isArray(downloads) || !downloads.every((type) => typeof type === 'string' && CONTENT_TYPE.test(type)))
      return `The downloads of the route ${route.path} are not content types such as text/csv.`;
    if (downloads.length > 0 && route.method !== 'GET' && route.readOnly !== true)
      return `The route ${route.method} ${route.path} has downloads, which only routes have that read.`;
    const names: unknown = route.moduleNames ?? [];
    if (!Array.isArray(names) || !names.every((path) => typeof path === 'string' && MODULE_PATH.test(path)))
      return `The moduleNames of the route ${route.path} are not names or paths such as record.module.`;
    for (const code of route.errors ?? [])
      if (plugin.errors?.[code] === undefined) return `The route ${route.path} names the error ${code}, which it does not declare.`;
    if (!['session', 'link', 'public', undefined].includes(route.access))
      return `The access of the route ${route.path} is session, link or public.`;
    if (['link', 'public'].includes(route.access ?? '') && route.permission !== undefined)
      return `The route ${route.path} is opened by a link or is public, and has no permissions.`;
    if (route.permission !== undefined && !permissions.has(route.permission))
      return `The route ${route.path} asks for the permission ${route.permission}, which it does not declare.`;
  }
  for (const [code, row] of Object.entries(plugin.errors ?? {})) {
    if (!/^[a-z][a-z0-9_]*$/.test(code)) return `The error code ${code} is not in lower case with underscores.`;
    if (
      !Number.isInteger(row.status) ||
      row.status < 400 ||
      row.status > 599 ||
      typeof row.text !== 'string' ||
      typeof row.isPublic !== 'boolean'
    )
      return `The error ${code} needs a status from 400 to 599, a text, and whether it is public.`;
  }
  for (const [key, setting] of Object.entries(plugin.settings ?? {}))
    if (setting.default === undefined || typeof setting.title !== 'string') return `The setting ${key} has no title or no default.`;
  for (const [index, migration] of (plugin.migrations ?? []).entries()) {
    const { number, name } = migration;
    if (number !== index + 1) return `Its migrations are not numbered 1, 2, 3: number ${number} is at place ${index + 1}.`;
    if (typeof name !== 'string' || typeof migration.run !== 'function') return `Its migration ${number} has no name or no function run.`;
    if (!isDeadline(migration.deadline)) return `The deadline of its migration ${number} is not a whole number of milliseconds.`;
  }
  for (const [key, secret] of Object.entries(plugin.secrets ?? {})) {
    if (!/^[a-z][a-z0-9_-]{0,99}$/.test(key)) return `The key of its secret ${key} is not made of lower case letters, digits, _ and -.`;
    if (typeof secret.title !== 'string' || secret.title.trim() === '') return `Its secret ${key} has no title.`;
    if (secret.pattern !== undefined && !isPattern(secret.pattern)) return `The pattern of its secret ${key} is not a regular expression.`;
  }
  return undefined;
}

/** Absent, or milliseconds that a timer can wait. */
function isDeadline(value: unknown): boolean {
  return value === undefined || (Number.isInteger(value) && (value as number) >= 1 && (value as number) < 2 ** 31);
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function assertErrorCodes(plugins: readonly PluginManifest[]): void {
  const owners = new Map(Object.keys(ERROR_CATALOGUE).map((code) => [code, 'the engine']));
  for (const plugin of plugins) {
    for (const code of Object.keys(plugin.errors ?? {})) {
      if (owners.has(code)) throw makePluginInvalid(plugin.name, `Its error code ${code} is already that of ${owners.get(code)}.`);
      owners.set(code, `the plugin ${plugin.name}`);
    }
  }
}

function assertPermissions(plugins: readonly PluginManifest[]): void {
  const owners = new Map<string, string>();
  for (const plugin of plugins) {
    for (const { name, label } of plugin.permissions ?? []) {
      if (!/^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+$/.test(name) || name.length > 100)
        throw makePluginInvalid(plugin.name, `The name of its permission ${name} is not of the form tickets.merge.`);
      if (typeof label !== 'string' || label.trim() === '') throw makePluginInvalid(plugin.name, `Its permission ${name} has no label.`);
      if (owners.has(name))
        throw makePluginInvalid(plugin.name, `Its permission ${name} is already that of the plugin ${owners.get(name)}.`);
      owners.set(name, plugin.name);
    }
  }
}

function assertNotificationKinds(plugins: readonly PluginManifest[]): void {
  const owners = new Map([...PRODUCT_KINDS, ...PAGE_KINDS].map(({ name }): [string, string] => [name, 'the product']));
  for (const plugin of plugins) {
    for (const { name, label, icon, text } of plugin.notifications ?? []) {
      if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name) || name.length > 100)
        throw makePluginInvalid(plugin.name, `The name of its notification ${name} is not made of lower case letters, digits and _.`);
      if (![label, icon, text].every((one) => typeof one === 'string' && one.trim() !== ''))
        throw makePluginInvalid(plugin.name, `Its notification ${name} has no label, no icon or no text.`);
      if (owners.has(name)) throw makePluginInvalid(plugin.name, `Its notification ${name} is already that of ${owners.get(name)}.`);
      owners.set(name, `the plugin ${plugin.name}`);
    }
  }
}

function assertRoutes(plugins: readonly PluginManifest[]): void {
  const owners = new Map<string, string>();
  for (const plugin of plugins) {
    for (const { method, path } of plugin.routes ?? []) {
      const key = `${method} ${path.replace(/:[A-Za-z0-9_]+/g, ':')}`;
      if (owners.has(key))
        throw makePluginInvalid(plugin.name, `Its route ${method} ${path} is already that of the plugin ${owners.get(key)}.`);
      owners.set(key, plugin.name);
    }
  }
}

function assertFieldTypes(plugins: readonly PluginManifest[]): void {
  const owners = new Map<string, string>();
  for (const plugin of plugins) {
    for (const { name, inputType, normalize } of plugin.fieldTypes ?? []) {
      if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name))
        throw makePluginInvalid(plugin.name, `The name of its field type ${name} is not made of lower case letters, digits and hyphens.`);
      if (!INPUT_TYPES.includes(inputType))
        throw makePluginInvalid(plugin.name, `Its field type ${name} refines ${inputType}, which is no input type.`);
      if (normalize !== undefined && typeof normalize !== 'function')
        throw makePluginInvalid(plugin.name, `The normalize of its field type ${name} is no function.`);
      if (owners.has(name))
        throw makePluginInvalid(plugin.name, `Its field type ${name} is already that of the plugin ${owners.get(name)}.`);
      owners.set(name, plugin.name);
    }
  }
}

/** Returns the plugins in the order in which they run: required and optional ones first, else in the order in which they were enabled. */
export function orderPlugins(plugins: readonly PluginManifest[]): readonly PluginManifest[] {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const ordered: PluginManifest[] = [];
  const open = new Set<string>();
  const visit = (plugin: PluginManifest): void => {
    if (ordered.includes(plugin)) return;
    if (open.has(plugin.name)) throw makePluginInvalid(plugin.name, `The plugins ${[...open].join(', ')} need each other.`);
    open.add(plugin.name);
    for (const required of [...(plugin.requires ?? []), ...(plugin.optional ?? [])]) {
      const other = byName.get(required);
      if (other) visit(other);
    }
    open.delete(plugin.name);
    ordered.push(plugin);
  };
  plugins.forEach(visit);
  return ordered;
}

/** Registers the field types of checked plugins. A field type that throws is reported as a failure of its plugin. */
export function addFieldTypes(plugins: readonly PluginManifest[]): void {
  for (const plugin of plugins) for (const type of plugin.fieldTypes ?? []) registerFieldType(guard(plugin.name, type));
}

function guard(plugin: string, type: RefinedFieldType): RefinedFieldType {
  const { normalize } = type;
  if (normalize === undefined) return type;
  return {
    ...type,
    normalize: (value, context) => {
      try {
        return normalize(value, context);
      } catch (error) {
        throw new MusterError('plugin_failed', { message: `The plugin ${plugin} failed. ${OUTCOMES.save}`, cause: error });
      }
    },
  };
}
