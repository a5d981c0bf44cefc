import type { CompositionOverrides } from './compose.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { isSupervised, SEED_ALONE } from './supervision.ts';

/**
 * Runs the product as the environment says. The process that was started supervises and loads nothing of the product:
 * those that serve, mostly one, can block or end and are replaced.
 */
export async function runProduct(overrides: CompositionOverrides = {}): Promise<void> {
  if (!isSupervised() && !process.argv.includes(SEED_ALONE)) return superviseWorkers(countWorkers());
  const { startProcess } = await import('./start-process.ts');
  await startProcess(overrides);
}

/** A number that is none is refused, with all else that is wrong, by the first process that reads the configuration. */
function countWorkers(): number {
  const count = Number(process.env['MUSTER_WORKERS']?.trim() ?? 1);
  return Number.isInteger(count) && count >= 1 && count <= 64 ? count : 1;
}
