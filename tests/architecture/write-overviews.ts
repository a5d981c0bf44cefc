// Rewrites the head of each room's README.md from the law; keeps what people wrote below it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeOverview } from './overview.ts';
import { ROOMS } from './packages.js';
import { REPOSITORY_ROOT } from './sources.ts';

for (const pkg of ROOMS) {
  const folder = path.join(REPOSITORY_ROOT, pkg.path);
  if (!existsSync(folder)) continue;
  const file = path.join(folder, 'README.md');
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const below = old.includes('\n## ') ? old.slice(old.indexOf('\n## ') + 1) : '';
  writeFileSync(file, makeOverview(pkg) + (below ? `\n${below}` : ''));
}
