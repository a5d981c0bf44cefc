import path from 'node:path';
import { parseArgs } from 'node:util';
import { applyExport, describePlan, findObstacle } from '../application/index.ts';
import { runCommand, type CommandInput } from './run-command.ts';

type Values = 'keep' | 'clear';

/**
 * `npm run apply -- <folder>` makes the definitions those of an edited export, in one change-set. `--values keep|clear` says what happens
 * to the values of what it removes, and to those that a new type does not accept. With `--check` it changes nothing; the exit code is 1 if the export cannot be applied.
 */
await runCommand(readInput, async (application, { folder, check, values }, print) => {
  const { plan, moved } = await application.changeSets.planFolder(folder);
  print(describePlan(plan, moved));
  const obstacle = findObstacle(plan, moved, values);
  if (obstacle !== undefined) {
    process.exitCode = 1;
    process.stderr.write(`${obstacle}\n`);
    return;
  }
  if (check || plan.changes.length === 0) return;
  if (plan.conversions.length > 0) print('The values are converted now.\n');
  const { definitionVersion } = await applyExport(application, folder, values === undefined ? undefined : { kind: values });
  print(`Applied; the definitions have the version ${definitionVersion}.\n`);
});

function readInput(): CommandInput<{ readonly folder: string; readonly check: boolean; readonly values: Values | undefined }> {
  const options = { check: { type: 'boolean', default: false }, values: { type: 'string' } } as const;
  const { values: given, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) return { problem: 'Name the folder of an export.' };
  const { check, values } = given;
  if (values !== undefined && values !== 'keep' && values !== 'clear') return { problem: 'The values can be keep or clear.' };
  return { input: { folder: path.resolve(folder), check, values } };
}
