// `npm run new:module <name> [domain]`: creates a module that passes every check, then the files generated from the definitions.
import { writeFileSync } from 'node:fs';
import { loadShipped } from '../registry/load-shipped.ts';
import { listDomains, makeModulesTable, MODULES_FILE } from '../registry/modules-table.ts';
import { makeRecordTypes, TYPES_FILE } from '../registry/record-types.ts';
import { executePlan } from './plan.ts';
import { planModule } from './plan-module.ts';

const [name, domain] = process.argv.slice(2);
await executePlan(await planModule(name, domain), async () => {
  const snapshot = await loadShipped();
  writeFileSync(MODULES_FILE, makeModulesTable(listDomains(snapshot)));
  writeFileSync(TYPES_FILE, makeRecordTypes(snapshot));
});
