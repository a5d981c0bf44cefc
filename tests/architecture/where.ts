// `npm run where <file>`: prints the overview of the package that contains a file.
import path from 'node:path';
import { makeOverview } from './overview.ts';
import { packageOf } from './import-rules.js';
import { REPOSITORY_ROOT } from './sources.ts';

const argument = process.argv[2];
const pkg =
  argument === undefined ? undefined : packageOf(path.relative(REPOSITORY_ROOT, path.resolve(argument)).split(path.sep).join('/'));
if (pkg) process.stdout.write(makeOverview(pkg));
else {
  process.stderr.write(argument === undefined ? 'Usage: npm run where <file>\n' : `${argument} is in no package.\n`);
  process.exitCode = 1;
}
