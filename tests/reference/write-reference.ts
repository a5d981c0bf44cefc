// Rewrites the pages of reference from the source: one beside each, and the one that the server answers from.
import { writeFileSync } from 'node:fs';
import { makeFiles } from './reference-files.ts';

for (const { file, text } of makeFiles()) writeFileSync(file, text);
