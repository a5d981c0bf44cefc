import type { CompositionOverrides } from '../compose.ts';
import { superviseWorkers } from './supervise-workers.ts';
import { isSupervised, SEED_ALONE } from './supervision.ts';

/**
 * Runs the product as the environment configures it. The started process only supervises and loads no code of the product:
 * the worker processes, usually one, can block or exit and are replaced.
 */
export async function runProduct(overrides: CompositionOverrides = {}): Promise<void> {
  if (!isSupervised() && !process.argv.includes(SEED_ALONE)) return superviseWorkers(countWorkers());
  const { startProcess } = await import('../start-process.ts');
  await startProcess(overrides);
}

/** An invalid number is reported by the first process that reads the configuration, with all other problems. */
function countWorkers(): number {
  const count = Number(process.env['MUSTER_WORKERS']?.trim() ?? 1);
  return Number.isInteger(count) && count >= 1 && count <= 64 ? count : 1;
}
