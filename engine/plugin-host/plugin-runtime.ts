import type { Actor } from '../access/index.ts';
import { ERROR_CATALOGUE, MusterError, type ErrorCode, type ErrorRow } from '../errors/index.ts';
import type { ClockPort, IdsPort, LogPort } from '../ports/index.ts';
import type { PreSaveContext, RecordOperations } from '../records/index.ts';
import type { FieldCheck, FieldChecks } from './declared-fields.ts';
import { createRevocableRecords } from './revocable-records.ts';
import type { PluginContext, PluginManifest } from './manifest.ts';
import type { SettingReader } from './plugin-settings.ts';

/** A plugin's state: `checked` before its start, then `running` or `off` with the cause. */
export type PluginState = { readonly kind: 'checked' } | { readonly kind: 'running' } | { readonly kind: 'off'; readonly cause: string };

/** A plugin with what the host keeps of it. */
export interface PluginRuntime {
  readonly manifest: PluginManifest;
  readonly setting: SettingReader;
  readonly refuse: PreSaveContext['refuse'];
  readonly log: LogPort;
  /** The check of the fields that a handler asks for. */
  readonly fieldChecks: (handler: string) => FieldChecks;
  state: PluginState;
}

/** What plugins reach the product by; known once records and registry are made. */
export interface PluginServices {
  readonly records: RecordOperations;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly geocoder: PreSaveContext['geocoder'];
}

/** Makes a plugin's `refuse`: its own codes first, then the catalogue's; a code that nobody knows is the plugin's failure. */
export function createRefuse(manifest: PluginManifest): PreSaveContext['refuse'] {
  return (code, options = {}) => {
    const row: ErrorRow | undefined = manifest.errors?.[code];
    if (row) throw new MusterError({ code, row }, options);
    if (code in ERROR_CATALOGUE) throw new MusterError(code as ErrorCode, options);
    throw new MusterError('plugin_failed', { values: { plugin: manifest.name }, data: { plugin: manifest.name, unknownCode: code } });
  };
}

/** The plugin on behalf of whoever asks: their rights, both named in the audit. The product itself keeps its own. */
export function actAsPlugin(actor: Actor, plugin: string): Actor {
  return actor.kind === 'system' ? { kind: 'system', name: plugin } : { ...actor, kind: 'plugin', name: plugin };
}

/** The narrow context of everything that a plugin runs outside a save; once revoked, its records refuse. With `check`, it is held to its declared fields. */
export function createPluginContext(plugin: PluginRuntime, services: PluginServices, { handler, check }: { readonly handler: string; readonly check?: FieldCheck | undefined }): { readonly context: PluginContext; readonly revoke: () => void } {
  const { records, revoke } = createRevocableRecords(services.records, { plugin: plugin.manifest.name, handler }, check === undefined ? undefined : { check, checksReads: true });
  return { context: { records, clock: services.clock, ids: services.ids, log: plugin.log, places: services.geocoder, setting: plugin.setting, refuse: plugin.refuse }, revoke };
}

/** A log whose every line names the plugin. */
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
  if (plugin.state.kind === 'off') throw new MusterError('plugin_unavailable', { values: { plugin: plugin.manifest.name }, data: { plugin: plugin.manifest.name } });
}
