import type { BlockReport } from './supervision.ts';

/** A plugin that ends processes so often within so many milliseconds is turned off, until the product is started anew. */
const MOST = 3;
const WITHIN = 3_600_000;

/** Counts which plugins blocked processes, or left errors that ended them. */
export interface BlockTally {
  /** Counts a report; answers the plugin that is off from now on, if one is. */
  add(report: BlockReport, now: number): { readonly plugin: string; readonly cause: string } | undefined;
  /** Plugins that are off, with the cause. */
  off(): { readonly [plugin: string]: string };
}

/** A tally of a supervising process. A start that blocks would block every process that follows: it counts at once. */
export function createBlockTally(): BlockTally {
  const times = new Map<string, number[]>();
  const off: { [plugin: string]: string } = {};
  return {
    off: () => off,
    add: ({ plugin, handler = 'a handler', isStray = false }, now) => {
      if (plugin === undefined || off[plugin] !== undefined) return undefined;
      const recent = [...(times.get(plugin) ?? []).filter((time) => time > now - WITHIN), now];
      times.set(plugin, recent);
      if (handler === 'start' && !isStray) off[plugin] = 'Its start blocked the process.';
      else if (recent.length >= MOST) off[plugin] = `It blocked a process, or left an error that nobody caught, ${MOST} times within an hour, the last time in ${handler}. Start the product anew to try again.`;
      const cause = off[plugin];
      return cause === undefined ? undefined : { plugin, cause };
    },
  };
}
