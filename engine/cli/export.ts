import path from 'node:path';
import { runCommand, type CommandInput } from './run-command.ts';

/** `npm run export -- <folder>` writes the effective definitions as files, in the layout of `definitions/`, into the given folder. */
await runCommand(readFolder, async (application, folder, print) => {
  const written = await application.registry.exportDefinitions(folder);
  print(`${written.length} files in ${folder}\n`);
});

function readFolder(): CommandInput<string> {
  const [folder, ...more] = process.argv.slice(2);
  return folder === undefined || more.length > 0 ? { problem: 'Name the folder to write to.' } : { input: path.resolve(folder) };
}
