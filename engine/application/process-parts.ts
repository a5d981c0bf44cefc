import type { Live } from '../live/index.ts';
import type { PluginHostOptions } from '../plugin-host/index.ts';
import type { LogPort, StorePort } from '../ports/index.ts';
import { BLOCK_LIMIT, type Configuration } from './configuration.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Supervision } from './supervision/supervision.ts';

type Refresh = (rightsVersion: number) => Promise<void> | undefined;

/** Both caches are loaded again when the version of rights has changed; undefined: both are up to date. */
export function refreshBoth(first: Refresh, second: Refresh): Refresh {
  return (version) => {
    const loading = first(version);
    const other = second(version);
    if (loading === undefined || other === undefined) return loading ?? other;
    return Promise.all([loading, other]).then(() => undefined);
  };
}

/** Plugin host options of a process that is supervised by another one. */
export function supervisedHostOptions(
  { blockLimit = BLOCK_LIMIT }: Configuration,
  supervision: Supervision | undefined,
): Pick<PluginHostOptions, 'blockedProcess' | 'off'> {
  if (supervision === undefined) return {};
  const { reportFd, supervisorPid, pluginsOff } = supervision;
  return { blockedProcess: { endAfter: blockLimit * 1000, reportFd, supervisorPid }, off: pluginsOff };
}

/** Stops all parts, then closes the adapters, even when one before failed. */
export async function closeAll(
  parts: readonly Pick<Live, 'stop'>[],
  adapters: readonly Pick<StorePort, 'close'>[],
  log: LogPort,
): Promise<void> {
  const steps = [...parts.map((part) => () => part.stop()), ...adapters.map((adapter) => () => adapter.close())];
  for (const step of steps) await step().catch((error: Error) => log.warn({ error: error.name }, 'a part did not close cleanly'));
}

/** The name of a user for people: their e-mail address if they have no other. */
export async function nameOf(sessions: Sessions, userId: string): Promise<string> {
  const { user } = await sessions.describeUser(userId);
  return `${user.first_name} ${user.last_name}`.trim() || user.email;
}
