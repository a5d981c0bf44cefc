// Rewrites the head of each room's README.md from the law; keeps what people wrote below it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeCard } from './card.ts';
import { ROOMS } from './rooms.js';
import { TOP } from './sources.ts';

for (const room of ROOMS) {
  const folder = path.join(TOP, room.path);
  if (!existsSync(folder)) continue;
  const file = path.join(folder, 'README.md');
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const below = old.includes('\n## ') ? old.slice(old.indexOf('\n## ') + 1) : '';
  writeFileSync(file, makeCard(room) + (below ? `\n${below}` : ''));
}
