import type { JsonValue } from '#engine/model/values';
import { SYSTEM_ACTOR, type Access, type Actor } from '../access/index.ts';
import { ERROR_CATALOGUE, MusterError, type ErrorCode, type ErrorRow } from '../errors/index.ts';
import type { ClockPort, GeocoderPort, IdsPort, LogPort, QueuePort } from '../ports/index.ts';
import type { PreSaveContext, RecordOperations } from '../records/index.ts';
import { checkValue, findSchemaProblem, type DefinitionSnapshot } from '../registry/index.ts';
import type { JobAdderFactory } from './add-job.ts';
import { makePluginInvalid } from './check-manifests.ts';
import { createPluginEffects, type EffectServices } from './create-plugin-effects.ts';
import type { FieldCheck, FieldChecks } from './declared-fields.ts';
import type { PluginContext, PluginManifest } from './manifest.ts';
import type { PluginLiveFactory } from './create-plugin-live.ts';
import { createRevocableReports } from './plugin-reports.ts';
import type { ServiceFinder } from './plugin-services.ts';
import { createRevocableRecords, guardMethods } from './revocable-records.ts';

/** A plugin's state: `checked` before its start, then `running` or `off` with the cause. */
type PluginState =
  | { readonly kind: 'checked' }
  | { readonly kind: 'running' }
  | { readonly kind: 'off'; readonly cause: string; readonly switchedOff?: true };

/** A plugin with its state in the host. */
export interface PluginRuntime {
  readonly manifest: PluginManifest;
  readonly setting: SettingReader;
  readonly dropdown: SnapshotDropdownReader;
  readonly refuse: PreSaveContext['refuse'];
  readonly log: LogPort;
  /** The checks of the fields that a handler uses. */
  readonly fieldChecks: (handler: string) => FieldChecks;
  readonly createAddJob: JobAdderFactory;
  readonly createLive: PluginLiveFactory;
  readonly findService: ServiceFinder;
  /** What became of its start, or of a fault since. */
  state: PluginState;
  /** The same, or `off` while an admin has switched it off. */
  readonly current: () => PluginState;
}

/** The services that plugins use; available once records and registry are created. */
export interface PluginServices extends EffectServices {
  readonly records: RecordOperations;
  readonly access: Pick<Access, 'scope'>;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly geocoder: PreSaveContext['geocoder'] & Partial<Pick<GeocoderPort, 'zipsWithin'>>;
  readonly queue: Pick<QueuePort, 'add'>;
}

/** Creates a plugin's `refuse`: looks up its own codes first, then the catalogue; an unknown code is a failure of the plugin. */
export function createRefuse(manifest: PluginManifest): PreSaveContext['refuse'] {
  return (code, options = {}) => {
    const row: ErrorRow | undefined = manifest.errors?.[code];
    if (row) throw new MusterError({ code, row }, options);
    if (code in ERROR_CATALOGUE) throw new MusterError(code as ErrorCode, options);
    throw new MusterError('plugin_failed', { values: { plugin: manifest.name }, data: { plugin: manifest.name, unknownCode: code } });
  };
}

/** The plugin on behalf of the requester: with their rights, both named in the audit. The system keeps its own rights. */
export function actAsPlugin(actor: Actor, plugin: string): Actor {
  return actor.kind === 'system' ? { kind: 'system', name: plugin } : { ...actor, kind: 'plugin', name: plugin };
}

/** For whom a handler runs, and how it is limited. */
interface HandlerRun {
  readonly handler: string;
  /** Default: the product itself. */
  readonly actor?: Actor;
  readonly check?: FieldCheck | undefined;
}

/**
 * The restricted context of everything that a plugin runs outside a save, with its actor; once revoked, its operations throw. With `check`,
 * it is limited to its declared fields.
 */
export function createPluginContext(
  plugin: PluginRuntime,
  services: PluginServices,
  { handler, actor: requester = SYSTEM_ACTOR, check }: HandlerRun,
): { readonly context: PluginContext; readonly actor: Actor; readonly revoke: () => void } {
  const owner = { plugin: plugin.manifest.name, handler };
  const actor = actAsPlugin(requester, plugin.manifest.name);
  const { records, revoke } = createRevocableRecords(
    services.records,
    owner,
    check === undefined ? undefined : { check, checksReads: true },
  );
  const { reports, revoke: revokeReports } = createRevocableReports(() => services, owner);
  const {
    effects,
    guard,
    revoke: revokeEffects,
  } = createPluginEffects({
    owner,
    manifest: plugin.manifest,
    log: plugin.log,
    actor,
    services,
    createLive: plugin.createLive,
    findService: plugin.findService,
  });
  return {
    actor,
    context: {
      ...effects,
      records,
      reports,
      clock: services.clock,
      ids: services.ids,
      log: plugin.log,
      geocoder: services.geocoder,
      setting: plugin.setting,
      dropdown: plugin.dropdown,
      refuse: plugin.refuse,
      addJob: guardMethods({ addJob: plugin.createAddJob(() => services.queue) }, guard).addJob,
    },
    revoke: () => {
      revoke();
      revokeReports();
      revokeEffects();
    },
  };
}

/** A log that adds the plugin's name to every line. */
export function createPluginLog(log: LogPort, plugin: string): LogPort {
  return {
    debug: (data, text) => log.debug({ ...data, plugin }, text),
    info: (data, text) => log.info({ ...data, plugin }, text),
    warn: (data, text) => log.warn({ ...data, plugin }, text),
    error: (data, text) => log.error({ ...data, plugin }, text),
  };
}

/** Throws `plugin_unavailable` when the plugin is off. */
export function assertRunning(plugin: PluginRuntime): void {
  if (plugin.current().kind === 'off')
    throw new MusterError('plugin_unavailable', { values: { plugin: plugin.manifest.name }, data: { plugin: plugin.manifest.name } });
}

/** Reads a setting for a plugin: of the published definitions, or of those that a preview shows. */
type SettingReader = (key: string, shown?: DefinitionSnapshot) => JsonValue | undefined;

/**
 * Creates the settings reader of a plugin: returns the value that an admin set, if it matches the plugin's schema; else the plugin's
 * default. An invalid schema, or a default that does not match it, throws `plugin_invalid`.
 */
export function createSettingReader(plugin: PluginManifest, snapshot: () => DefinitionSnapshot | undefined, log: LogPort): SettingReader {
  assertSettings(plugin);
  const warned = new Set<string>();
  return (key, shown = snapshot()) => {
    const own = plugin.settings?.[key];
    const stored = shown?.settings.get(key)?.setting as JsonValue | undefined;
    if (!own || stored === undefined) return stored ?? own?.default;
    if (checkValue(own, stored, own.title).length === 0) return stored;
    if (!warned.has(key))
      log.warn(
        { plugin: plugin.name, setting: key },
        `The setting ${key} does not match the schema of the plugin ${plugin.name}; its default is used.`,
      );
    warned.add(key);
    return own.default;
  };
}

/** Reads a dropdown for a plugin: of the published definitions, or of those that a preview shows. */
type SnapshotDropdownReader = (
  name: string,
  shown?: DefinitionSnapshot,
) => readonly { readonly value: string; readonly label: string }[] | undefined;

/** Creates the reader of dropdowns. */
export function createDropdownReader(snapshot: () => DefinitionSnapshot | undefined): SnapshotDropdownReader {
  return (name, shown = snapshot()) => shown?.dropdowns.get(name)?.options.map(({ value, label }) => ({ value, label }));
}

function assertSettings(plugin: PluginManifest): void {
  for (const [key, schema] of Object.entries(plugin.settings ?? {})) {
    const cause = findSchemaProblem(schema);
    if (cause !== undefined) throw makePluginInvalid(plugin.name, `The schema of its setting ${key} is not valid: ${cause}`);
    const [problem] = checkValue(schema, schema.default, schema.title);
    if (problem !== undefined)
      throw makePluginInvalid(
        plugin.name,
        `The default of its setting ${key} does not fit its schema. ${problem.place}: ${problem.message}`,
      );
  }
}
