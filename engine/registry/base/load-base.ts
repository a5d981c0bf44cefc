import { createHash } from 'node:crypto';
import type { DefinitionKind, DefinitionsByKind } from '#engine/model/definitions';
import type { FormSchema } from '#engine/model/forms';
import type { JsonValue } from '#engine/model/values';
import { createFindings, type DefinitionFindings } from '../problem.ts';
import {
  createDefinitionSet,
  type DefinitionSetDraft,
  eachDefinition,
  pluginOf,
  putDefinition,
  type AnyDefinition,
  type BaseDefinitions,
  type DefinitionSet,
  type DefinitionSource,
} from './definition-set.ts';
import { extendModules, type ExtensionSource, type ModuleExtension } from './extend-modules.ts';
import { extendRoles, type RoleExtension, type RoleExtensionSource } from './extend-roles.ts';
import { SYSTEM_DEFINITIONS } from '../system/system-definitions.ts';
import { systemSchemaOf } from '../settings/setting-problems.ts';
import { readFolder } from './read-folder.ts';
import { validateAgainstSchema } from './validate-against-schema.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** The definitions of a plugin: files, objects, and the fields that its code reads and writes. */
export interface PluginDefinitions {
  readonly plugin: string;
  /** Folder of definition files. */
  readonly folder?: string | undefined;
  readonly definitions?: readonly { readonly kind: DefinitionKind; readonly definition: DefinitionsByKind[DefinitionKind] }[] | undefined;
  readonly extensions?: readonly (ModuleExtension | RoleExtension)[] | undefined;
  /** Permissions that roles can grant. */
  readonly permissions?: readonly DeclaredPermission[] | undefined;
  /** Settings of the plugin, with their defaults; a setting with the same key in a file has priority. */
  readonly settings?: readonly DeclaredSetting[] | undefined;
  /** 'tickets.email', or 'tickets.*' for all fields; for the reference index. */
  readonly reads?: readonly string[] | undefined;
  readonly writes?: readonly string[] | undefined;
}

/** A setting that a plugin declares: a JSON Schema of its value, with its title and default. */
export interface DeclaredSetting {
  readonly key: string;
  readonly schema: FormSchema & { readonly title: string; readonly default: JsonValue };
}

/** A permission that a plugin declares. */
export interface DeclaredPermission {
  /** Such as 'tickets.merge'; unique in the product. */
  readonly name: string;
  /** What it allows, as admins see it. */
  readonly label: string;
  /** More about what it allows; default: nothing. */
  readonly description?: string | undefined;
}

const SYSTEM_FILES: ReadonlySet<string> = new Set(SYSTEM_DEFINITIONS.map(({ file }) => file));

/** The base from the current files and plugins, and all schema problems in it. */
export interface LoadedBase extends BaseDefinitions {
  readonly findings: DefinitionFindings;
  /** Digest of the whole base: detects whether it changed since the last start. */
  readonly digest: string;
}

/**
 * Reads the system definitions, the definition files of all folders, then the definitions of the plugins, in order, and
 * validates them against their schemas, in slices.
 */
export async function loadBase(folders: readonly string[], plugins: readonly PluginDefinitions[]): Promise<LoadedBase> {
  const findings = createFindings();
  const sources: DefinitionSource[] = [...SYSTEM_DEFINITIONS];
  const extensions: ExtensionSource[] = [];
  for (const folder of folders) collect(await readFolder(folder, folder.split(/[\\/]/).at(-1)), sources, extensions, findings);
  for (const plugin of plugins) {
    if (plugin.folder) collect(await readFolder(plugin.folder, `plugins/${plugin.plugin}/definitions`), sources, extensions, findings);
    plugin.definitions?.forEach(({ kind, definition }, index) =>
      sources.push({ kind, definition, file: `plugin/${plugin.plugin}`, path: `/definitions/${index}` }),
    );
    plugin.extensions?.forEach((extension, index) =>
      extensions.push({ extension, file: `plugin/${plugin.plugin}`, path: `/extensions/${index}` }),
    );
  }
  return assembleBase(sources, extensions, plugins, findings);
}

function collect(
  contents: Awaited<ReturnType<typeof readFolder>>,
  sources: DefinitionSource[],
  extensions: ExtensionSource[],
  findings: DefinitionFindings,
): void {
  sources.push(...contents.sources);
  extensions.push(...contents.extensions);
  findings.problems.push(...contents.problems);
}

async function assembleBase(
  sources: readonly DefinitionSource[],
  extensions: readonly ExtensionSource[],
  plugins: readonly PluginDefinitions[],
  findings: DefinitionFindings,
): Promise<LoadedBase> {
  const set = createDefinitionSet();
  const origins = new Map<string, string>();
  for (const source of sources) {
    const problems = validateAgainstSchema(source.kind, source.definition, source.file, source.path);
    // A broken workflow is left out; everything else is used.
    if (source.kind === 'workflow') findings.workflows.push(...problems.map((problem) => ({ ...problem, id: undefined })));
    else findings.problems.push(...problems);
    await yieldToEventLoop();
    if (problems.length > 0) continue;
    const definition = source.definition as AnyDefinition;
    const key = `${source.kind}/${definition.id}`;
    const earlier = origins.get(key);
    // Removed first, so that its place in the order is that of the definition that replaces it.
    if (earlier && SYSTEM_FILES.has(earlier)) set[source.kind].delete(definition.id);
    else if (earlier)
      findings.problems.push({
        file: source.file,
        path: `${source.path}/id`,
        cause: `The id ${definition.id} is already that of ${earlier}.`,
      });
    origins.set(key, source.file + (source.path ? `#${source.path}` : ''));
    putDefinition(set, source.kind, definition.id, definition);
  }
  const valid = filterValid(extensions, findings);
  findings.warnings.push(...extendModules(set, valid.modules));
  const roles = extendRoles(
    set,
    valid.roles.map((source) => ({ ...source, owns: ownershipOf(source.file, set, origins, plugins) })),
  );
  findings.problems.push(...roles.problems);
  findings.warnings.push(...roles.warnings);
  for (const plugin of plugins) addSettings(plugin, set, origins);
  completeSettings(set);
  return { set, origins, findings, digest: await digestSet(set) };
}

type Checked<Extension> = { readonly extension: Extension; readonly file: string; readonly path: string };

function filterValid(
  extensions: readonly ExtensionSource[],
  findings: DefinitionFindings,
): { readonly modules: readonly Checked<ModuleExtension>[]; readonly roles: readonly Checked<RoleExtension>[] } {
  const modules: Checked<ModuleExtension>[] = [];
  const roles: Checked<RoleExtension>[] = [];
  for (const { extension, file, path } of extensions) {
    const isOfRole = typeof extension === 'object' && extension !== null && 'role' in extension;
    const problems = validateAgainstSchema(isOfRole ? 'roleExtension' : 'extension', extension, file, path);
    findings.problems.push(...problems);
    if (problems.length > 0) continue;
    if (isOfRole) roles.push({ extension: extension as RoleExtension, file, path });
    else modules.push({ extension: extension as ModuleExtension, file, path });
  }
  return { modules, roles };
}

/** What the author of a file may give rights on: a plugin on what it defines itself, the definitions of the product on everything. */
function ownershipOf(
  file: string,
  set: DefinitionSet,
  origins: ReadonlyMap<string, string>,
  plugins: readonly PluginDefinitions[],
): RoleExtensionSource['owns'] {
  const author = pluginOf(file);
  if (author === undefined) return () => true;
  const modules = new Set(
    [...set.module.values()].filter(({ id }) => pluginOf(origins.get(`module/${id}`) ?? '') === author).map(({ name }) => name),
  );
  const permissions = new Set(plugins.find(({ plugin }) => plugin === author)?.permissions?.map(({ name }) => name));
  return (kind, name) => (kind === 'module' ? modules : permissions).has(name);
}

/** Adds a plugin's settings as normal settings, so that admins can change them; a file with the same key gets its schema. */
function addSettings({ plugin, settings }: PluginDefinitions, set: DefinitionSetDraft, origins: Map<string, string>): void {
  for (const { key, schema: declared } of settings ?? []) {
    const { title, description, default: value, ...schema } = declared;
    const id = `setting_${key}`;
    const existing = set.setting.get(id) ?? [...set.setting.values()].find((setting) => setting.key === key);
    if (existing !== undefined) {
      if (existing.schema === undefined) set.setting.set(existing.id, { ...existing, schema });
      continue;
    }
    const described = description === undefined ? {} : { description };
    set.setting.set(id, { id, key, name: title, ...described, setting: value, section: plugin, schema });
    origins.set(`setting/${id}`, `plugin/${plugin}/settings/${key}`);
  }
}

/** A setting of the product that replaces one of the engine has the schema of that one, unless it has its own. */
function completeSettings(set: DefinitionSetDraft): void {
  for (const definition of set.setting.values()) {
    const schema = definition.schema === undefined ? systemSchemaOf(definition.key) : undefined;
    if (schema !== undefined) set.setting.set(definition.id, { ...definition, schema });
  }
}

/** Digest of a definition set, independent of the order of its files. */
async function digestSet(set: DefinitionSet): Promise<string> {
  const lines: string[] = [];
  for (const { kind, id, definition } of eachDefinition(set)) {
    lines.push(`${kind}/${id} ${JSON.stringify(definition)}`);
    await yieldToEventLoop();
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
