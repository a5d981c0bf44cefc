import type { PluginManifest } from '#engine';
import { leadsPlugin } from './leads/plugin.ts';
import { ptoPlugin } from './pto/plugin.ts';

/** The server halves of the enabled plugins. Order decides whose hooks run first, after what plugins require of each other. */
export const ENABLED_PLUGINS: readonly PluginManifest[] = [leadsPlugin, ptoPlugin];
