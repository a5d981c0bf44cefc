import { stat } from 'node:fs/promises';
import path from 'node:path';
import { checkDefinitionFiles, readConfiguration } from '../application/index.ts';

/**
 * `npm run check:definitions -- [folder]`: reports everything that is wrong in the definition files, and what has no effect, without a
 * start. Exit code 1 if there is anything to report.
 */
async function check(): Promise<void> {
  const [given, ...more] = process.argv.slice(2);
  if (more.length > 0) return fail('Name one folder, or none for the definitions of the product.');
  const folder = given === undefined ? undefined : path.resolve(given);
  if (folder !== undefined && !(await stat(folder).catch(() => undefined))?.isDirectory()) return fail(`There is no folder ${folder}.`);
  const { problems, warnings } = await checkDefinitionFiles(readConfiguration(process.env, process.cwd()), folder);
  for (const { file, path: place, cause } of problems) process.stdout.write(`${file} ${place}: ${cause}\n`);
  for (const { file, path: place, cause } of warnings) process.stdout.write(`${file} ${place} (has no effect): ${cause}\n`);
  const count = problems.length + warnings.length;
  process.stdout.write(count === 0 ? 'The definitions are valid.\n' : `${count} to correct\n`);
  if (count > 0) process.exitCode = 1;
}

function fail(text: string): void {
  process.exitCode = 1;
  process.stderr.write(`${text}\n`);
}

await check().catch((error: unknown) => fail((error as Error).message));
