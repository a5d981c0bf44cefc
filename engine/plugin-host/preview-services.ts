import type { Access } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { Files } from '../files/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { PluginRuntime, PluginServices } from './plugin-runtime.ts';

/** What handlers that read use in a preview of definitions, in place of what serves the published ones. */
export interface PreviewedServices {
  /** The definitions that are shown. */
  readonly snapshot: DefinitionSnapshot;
  readonly access: Pick<Access, 'scope'>;
  readonly records: RecordOperations;
  readonly uploads: Pick<Files, 'read' | 'upload'>;
}

const refuse = (): Promise<never> => Promise.reject(new MusterError('preview_read_only'));

/**
 * The plugin and its services for a handler that runs in a preview: it reads records and settings through the preview, and whatever has an effect outside it is
 * refused with `preview_read_only`. Services of other plugins are not there, because they use the published definitions.
 */
export function limitToPreview(
  plugin: PluginRuntime,
  services: PluginServices,
  previewed: PreviewedServices | undefined,
): { readonly plugin: PluginRuntime; readonly services: PluginServices } {
  if (previewed === undefined) return { plugin, services };
  const { access, records, snapshot, uploads } = previewed;
  return {
    plugin: {
      ...plugin,
      findService: () => undefined,
      setting: (key) => plugin.setting(key, snapshot),
      dropdown: (name) => plugin.dropdown(name, snapshot),
    },
    services: {
      ...services,
      access,
      records,
      files: { read: uploads.read, upload: refuse, merge: refuse },
      http: { exchange: refuse, resolve: refuse },
      mail: { send: refuse },
      live: { sendEvent: refuse },
      notifications: { notify: refuse, markRead: refuse },
      queue: { add: refuse },
    },
  };
}
