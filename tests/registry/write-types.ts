// Rewrites plugins/records.d.ts from the definitions.
import { writeFileSync } from 'node:fs';
import { loadShipped } from './load-shipped.ts';
import { makeRecordTypes, TYPES_FILE } from './record-types.ts';

writeFileSync(TYPES_FILE, makeRecordTypes(await loadShipped()));
