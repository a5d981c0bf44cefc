// Writes the types of the entry points into `dist/types`, for `npm pack`; or into another folder, for a test.
import path from 'node:path';
import { REPOSITORY_ROOT } from '../architecture/sources.ts';
import { writeEntryTypes } from './write-entry-types.ts';

writeEntryTypes(process.argv[2] ?? path.join(REPOSITORY_ROOT, 'dist', 'types'));
