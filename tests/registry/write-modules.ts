// Rewrites definitions/MODULES.md from the definitions.
import { writeFileSync } from 'node:fs';
import { loadShipped } from './load-shipped.ts';
import { listDomains, makeModulesTable, MODULES_FILE } from './modules-table.ts';

writeFileSync(MODULES_FILE, makeModulesTable(listDomains(await loadShipped())));
