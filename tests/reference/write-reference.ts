// Rewrites the reference pages from the source: one file next to each source, and the file that the server uses.
import { writeFileSync } from 'node:fs';
import { makeFiles } from './reference-files.ts';

for (const { file, text } of makeFiles()) writeFileSync(file, text);
