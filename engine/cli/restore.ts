import { parseArgs } from 'node:util';
import { readConfiguration, restoreBackup, verifyBackup } from '../application/index.ts';
import { runFileCommand } from './run-file-command.ts';

/**
 * `npm run restore -- <backup> [--replace]`: restores a backup into the data folder of a stopped product. `--replace` moves data that are
 * there aside; `--verify` only checks the backup.
 */
await runFileCommand(async ({ signal, onProgress, print, warn }) => {
  const { values, positionals } = parseArgs({
    options: { verify: { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [target, ...more] = positionals;
  if (target === undefined || more.length > 0) return 'Name the folder of the backup.';
  if (values.verify) {
    const { createdAt, version, files } = await verifyBackup(target, { signal, onProgress });
    print(`The backup of ${createdAt} (version ${version}, ${files.count} files) is whole.\n`);
    return undefined;
  }
  const configuration = readConfiguration(process.env, process.cwd());
  const { manifest, replaced, warnings } = await restoreBackup(configuration, target, { signal, onProgress, replaces: values.replace });
  print(
    `The backup of ${manifest.createdAt} is restored into ${configuration.dataFolder}: the database and ${manifest.files.count} files.\n`,
  );
  if (replaced !== undefined) print(`The previous data are in ${replaced}. Delete them when you no longer need them.\n`);
  for (const warning of warnings) warn(`${warning}\n`);
  print('Start the product. Effects of saves that had not run when the backup was made, such as e-mails, run then.\n');
  return undefined;
});
