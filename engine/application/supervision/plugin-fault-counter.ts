import type { PluginFaultReport } from './supervision.ts';

/** A plugin that ends processes this many times within this many milliseconds is turned off until the product is restarted. */
const MAX_FAULTS = 3;
const FAULT_WINDOW = 3_600_000;

/** Counts which plugins blocked processes, or left uncaught errors that ended them. */
export interface PluginFaultCounter {
  /** Counts a report; returns the plugin that is off from now on, if there is one. */
  record(report: PluginFaultReport, now: number): { readonly plugin: string; readonly cause: string } | undefined;
  /** Plugins that are off, with the cause. */
  pluginsOff(): { readonly [plugin: string]: string };
}

/**
 * Creates the counter of a supervising process. A start that blocks would block every following process, so the plugin is
 * turned off at once.
 */
export function createPluginFaultCounter(): PluginFaultCounter {
  const times = new Map<string, number[]>();
  const off: { [plugin: string]: string } = {};
  return {
    pluginsOff: () => off,
    record: ({ plugin, handler = 'a handler', isUncaughtError = false }, now) => {
      if (plugin === undefined || off[plugin] !== undefined) return undefined;
      const recent = [...(times.get(plugin) ?? []).filter((time) => time > now - FAULT_WINDOW), now];
      times.set(plugin, recent);
      if (handler === 'start' && !isUncaughtError) off[plugin] = 'Its start blocked the process.';
      else if (recent.length >= MAX_FAULTS)
        off[plugin] =
          `It blocked a process, or failed with an uncaught error, ${MAX_FAULTS} times within an hour, the last time in ${handler}. Restart the product to try again.`;
      const cause = off[plugin];
      return cause === undefined ? undefined : { plugin, cause };
    },
  };
}
