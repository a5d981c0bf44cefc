// `npm run where <file>`: the card of the room that a file lies in.
import path from 'node:path';
import { makeCard } from './card.ts';
import { roomOf } from './law.js';
import { TOP } from './sources.ts';

const asked = process.argv[2];
const room = asked === undefined ? undefined : roomOf(path.relative(TOP, path.resolve(asked)).split(path.sep).join('/'));
if (room) process.stdout.write(makeCard(room));
else {
  process.stderr.write(asked === undefined ? 'Usage: npm run where <file>\n' : `${asked} lies in no room.\n`);
  process.exitCode = 1;
}
