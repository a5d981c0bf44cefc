import path from 'node:path';
import { runCommand } from './run-command.ts';

/** Writes the effective definitions as files, in the layout of `definitions/`, into the folder named. */
await runCommand(async (application, print) => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) return 'Name the folder to write to.';
  const written = await application.registry.exportDefinitions(path.resolve(folder));
  print(`${written.length} files in ${path.resolve(folder)}\n`);
  return undefined;
});
