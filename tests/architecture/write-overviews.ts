// Rewrites the overview at the head of each package's README.md from packages.js; keeps the text below it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeOverview } from './overview.ts';
import { PACKAGES } from './packages.js';
import { REPOSITORY_ROOT } from './sources.ts';

for (const pkg of PACKAGES) {
  const folder = path.join(REPOSITORY_ROOT, pkg.path);
  if (!existsSync(folder)) continue;
  const file = path.join(folder, 'README.md');
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const below = old.includes('\n## ') ? old.slice(old.indexOf('\n## ') + 1) : '';
  writeFileSync(file, makeOverview(pkg) + (below ? `\n${below}` : ''));
}
