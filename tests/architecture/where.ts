// `npm run where <file>`: prints the overview of the package that contains a file.
import path from 'node:path';
import { makeOverview } from './overview.ts';
import { packageOf } from './import-rules.js';
import { REPOSITORY_ROOT } from './sources.ts';

const asked = process.argv[2];
const pkg = asked === undefined ? undefined : packageOf(path.relative(REPOSITORY_ROOT, path.resolve(asked)).split(path.sep).join('/'));
if (pkg) process.stdout.write(makeOverview(pkg));
else {
  process.stderr.write(asked === undefined ? 'Usage: npm run where <file>\n' : `${asked} is in no package.\n`);
  process.exitCode = 1;
}
