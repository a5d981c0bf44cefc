#!/usr/bin/env node
// `muster seed|migrate|export|check|backup|restore|doctor`, and `npm run` with these names: runs the commands from the sources in a clone, and from the build in an image without sources.
import { existsSync } from 'node:fs';

const [, , command = '', ...rest] = process.argv;
const source = new URL(`./${command}.ts`, import.meta.url);
const built = new URL(`../../dist/server/cli/${command}.js`, import.meta.url);

/** The TypeScript loader is a development dependency; a production install does not have it. */
async function canRunSources() {
  if (!existsSync(source)) return false;
  return import('tsx').then(
    () => true,
    () => false,
  );
}

process.argv.splice(2, Infinity, ...rest);
if (await canRunSources()) await import(source.href);
else if (existsSync(built)) await import(built.href);
else {
  process.stderr.write(`The command ${command} is not built here. Run \`npm run build\` first.\n`);
  process.exitCode = 1;
}
