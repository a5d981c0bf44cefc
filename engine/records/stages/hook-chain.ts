import { MusterError } from '../../errors/index.ts';

/** Maximum number of hooks in a chain of saves; a longer chain counts as endless. */
const MAX_CHAIN_LENGTH = 8;

/** The name of a hook in a chain: 'tickets: inTransaction tickets balance'. */
export function formatHookName(hook: { readonly plugin: string; readonly name: string }, kind: string, module: string): string {
  return `${hook.plugin}: ${kind} ${module} ${hook.name}`;
}

/** Rejects a save that follows from too many hooks, across all commits. Errors: `plugin_cycle` with their names. */
export function assertNoCycle(chain: readonly string[]): void {
  if (chain.length < MAX_CHAIN_LENGTH) return;
  const last = chain.at(-1) ?? '';
  const round = [last, ...chain.slice(chain.lastIndexOf(last, -2) + 1)];
  throw new MusterError('plugin_cycle', { values: { chain: round.join(' → ') }, data: { plugin: last.split(':')[0] ?? '', chain: round } });
}
