import { MusterError } from '../../errors/index.ts';

/** Saves that follow from each other by hooks; past so many they are taken to follow for ever. */
const MAX_CHAIN_LENGTH = 8;

/** A hook as a chain names it: 'subs: inTransaction subs submission'. */
export function formatHookName(hook: { readonly plugin: string; readonly name: string }, kind: string, module: string): string {
  return `${hook.plugin}: ${kind} ${module} ${hook.name}`;
}

/** Refuses a save that follows from too many hooks, in whichever commits they ran. Errors: `plugin_cycle`, which names them. */
export function assertNoCycle(chain: readonly string[]): void {
  if (chain.length < MAX_CHAIN_LENGTH) return;
  const last = chain.at(-1) ?? '';
  const round = [last, ...chain.slice(chain.lastIndexOf(last, -2) + 1)];
  throw new MusterError('plugin_cycle', { values: { chain: round.join(' → ') }, data: { plugin: last.split(':')[0] ?? '', chain: round } });
}
