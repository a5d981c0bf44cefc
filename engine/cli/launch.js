#!/usr/bin/env node
// `muster <command>`, and `npm run` with the names of the commands: runs them from the sources in a clone, and from the build in an image
// without sources.
import { existsSync } from 'node:fs';

const COMMANDS = ['apply', 'backup', 'check', 'doctor', 'export', 'migrate', 'plan', 'replay', 'restore', 'seed'];

const HELP = `Usage: muster <command>

  backup <folder>               copy the embedded store and its files into a new folder, while the product runs
  restore <backup>              restore a backup into the empty data folder of a stopped product
  restore <backup> --replace    the same, and move the data that are there aside
  restore <backup> --verify     only check that a backup is whole
  doctor [--json]               check the installation; exit code 1 if there are problems
  check [folder]                check definition files without a start
  export <folder>               write the definitions in use as files
  plan <folder> [--check]       say what applying an edited export would change
  apply <folder> [--check]      make the definitions those of the folder; --values keep|clear for what is removed
  replay <trace>                run a traced save again with the plugins of now; saves nothing
  migrate                       bring the stored data up to date without serving
  seed [--size <records>]       add demo data

The commands read the environment variables of the product, such as MUSTER_DATA_DIR and MONGODB_URL.
`;

const [, , command = '', ...rest] = process.argv;

/** The TypeScript loader is a development dependency; a production install does not have it. */
async function canRunSources(source) {
  if (!existsSync(source)) return false;
  return import('tsx').then(
    () => true,
    () => false,
  );
}

async function run() {
  const source = new URL(`./${command}.ts`, import.meta.url);
  const built = new URL(`../../dist/server/cli/${command}.js`, import.meta.url);
  process.argv.splice(2, Infinity, ...rest);
  if (await canRunSources(source)) await import(source.href);
  else if (existsSync(built)) await import(built.href);
  else {
    process.stderr.write(`The command ${command} is not built here. Run \`npm run build\` first.\n`);
    process.exitCode = 1;
  }
}

if (['', 'help', '--help', '-h'].includes(command)) process.stdout.write(HELP);
else if (COMMANDS.includes(command)) await run();
else {
  process.stderr.write(`There is no command ${command}.\n\n${HELP}`);
  process.exitCode = 1;
}
