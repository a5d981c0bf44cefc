import { Ajv, type ValidateFunction } from 'ajv';
import type { JsonValue } from '#engine/model';
import type { LogPort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';

/** Reads a setting for a plugin. */
export type SettingReader = (key: string) => JsonValue | undefined;

/**
 * Creates the settings reader of a plugin: returns the value that an admin set, if it matches the plugin's schema; else the plugin's
 * default. An invalid schema, or a default that does not match it, throws `plugin_invalid`.
 */
export function createSettingReader(plugin: PluginManifest, snapshot: () => DefinitionSnapshot | undefined, log: LogPort): SettingReader {
  const validators = compileSchemas(plugin);
  const warned = new Set<string>();
  return (key) => {
    const own = plugin.settings?.[key];
    const stored = snapshot()?.settings.get(key)?.setting as JsonValue | undefined;
    if (!own || stored === undefined) return stored ?? own?.default;
    if (validators.get(key)?.(stored) !== false) return stored;
    if (!warned.has(key))
      log.warn(
        { plugin: plugin.name, setting: key },
        `The setting ${key} does not match the schema of the plugin ${plugin.name} needs; its default is used.`,
      );
    warned.add(key);
    return own.default;
  };
}

function compileSchemas(plugin: PluginManifest): Map<string, ValidateFunction> {
  const ajv = new Ajv({ strict: false });
  const validators = new Map<string, ValidateFunction>();
  for (const [key, schema] of Object.entries(plugin.settings ?? {})) {
    let validate: ValidateFunction;
    try {
      validate = ajv.compile(schema);
    } catch (error) {
      throw makePluginInvalid(plugin.name, `The schema of its setting ${key} is not valid: ${(error as Error).message}`);
    }
    if (!validate(schema.default)) throw makePluginInvalid(plugin.name, `The default of its setting ${key} does not fit its schema.`);
    validators.set(key, validate);
  }
  return validators;
}
