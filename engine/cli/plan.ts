import path from 'node:path';
import { parseArgs } from 'node:util';
import { describePlan } from '../application/index.ts';
import { runCommand, type CommandInput } from './run-command.ts';

/** `npm run plan -- <folder>` says what `apply` would do. With `--check` the exit code is 1 if that is anything, or cannot be done. */
await runCommand(readInput, async ({ changeSets }, { folder, check }, print) => {
  const { plan, moved } = await changeSets.planFolder(folder);
  print(describePlan(plan, moved));
  if (check && (plan.changes.length > 0 || moved.length > 0)) process.exitCode = 1;
});

function readInput(): CommandInput<{ readonly folder: string; readonly check: boolean }> {
  const { values, positionals } = parseArgs({ options: { check: { type: 'boolean', default: false } }, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) return { problem: 'Name the folder of an export.' };
  return { input: { folder: path.resolve(folder), check: values.check } };
}
