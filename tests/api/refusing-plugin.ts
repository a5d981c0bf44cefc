import type { PluginManifest } from '../../engine/plugin-host/index.ts';

/** Refuses a save inside the transaction, so that it is rolled back. */
export const REFUSING_PLUGIN: PluginManifest = {
  name: 'refuser',
  version: '1.0.0',
  engine: '*',
  errors: { tool_refused: { status: 422, isPublic: true, text: 'No.' } },
  reads: ['tools.name'],
  hooks: {
    inTransaction: [
      {
        module: 'tools',
        name: 'refuse',
        run: ({ record, refuse }) => {
          if (record['name'] === 'Rolled back') refuse('tool_refused');
        },
      },
    ],
  },
};
