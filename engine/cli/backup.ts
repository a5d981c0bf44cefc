import { parseArgs } from 'node:util';
import { backUp, readConfiguration, type BackupResult } from '../application/index.ts';
import { runFileCommand } from './run-file-command.ts';

/** `npm run backup -- <folder>`: copies the embedded store of a running or stopped product, its files and its secret into a new folder. */
await runFileCommand(async ({ signal, onProgress, print, warn }) => {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true });
  const [target, ...more] = positionals;
  if (target === undefined || more.length > 0) return 'Name the folder to create, such as /backups/2026-01-31.';
  report(await backUp(readConfiguration(process.env, process.cwd()), target, { signal, onProgress }), print, warn);
  return undefined;
});

function report(
  { folder, manifest, lostFiles, changedFiles }: BackupResult,
  print: (text: string) => void,
  warn: (text: string) => void,
): void {
  const { database, files, secret, createdAt } = manifest;
  print(`The backup is in ${folder}. It contains every change that was confirmed before ${createdAt}:\n`);
  print(`  muster.sqlite  ${formatSize(database.bytes)}: all records, users, definitions and background jobs\n`);
  print(`  files          ${files.count} uploaded files, ${formatSize(files.bytes)}\n`);
  print(secret.included ? '  secret         the secret that signs tokens and decrypts sensitive fields\n' : '');
  print('Protect it like the product: whoever has it can read all data');
  print(
    secret.included
      ? ', sensitive fields too.\n'
      : '.\nIt does not contain MUSTER_SECRET. Store that apart from it: without it, sensitive fields cannot be read.\n',
  );
  const removed = files.missing.length - lostFiles.length;
  if (removed > 0) print(`Files that were removed as unused while the backup was made: ${removed}.\n`);
  if (lostFiles.length > 0) warn(`Files without content in the store: ${lostFiles.length}, such as ${lostFiles.slice(0, 3).join(', ')}.\n`);
  if (changedFiles.length > 0)
    warn(`Files whose content is not the uploaded one: ${changedFiles.length}, such as ${changedFiles.slice(0, 3).join(', ')}.\n`);
}

function formatSize(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
