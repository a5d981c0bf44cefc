import { registerFieldType, type RefinedFieldType } from '#engine/model';
import { MusterError } from '../errors/index.ts';
import type { PluginManifest } from './manifest.ts';

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
        throw new MusterError('plugin_failed', { values: { plugin }, cause: error });
      }
    },
  };
}
