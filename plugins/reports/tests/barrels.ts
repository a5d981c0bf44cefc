import type { ModuleDefinition } from '#engine/model/definitions';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import type { TestServer } from '../../../tests/support/start-server.ts';

/** All rights on a module. */
export const ALL = { access: true, create: true, mass_update: true, export: true, view: 'All', edit: 'All', delete: 'All' };

/** A module whose records belong to teams, to report on. */
export const BARRELS: ModuleDefinition = {
  id: 'barrels',
  name: 'barrels',
  label: 'Barrels',
  labelSingular: 'Barrel',
  kind: 'plain',
  team_enabled: true,
  fields: [
    { id: 'barrels_stage', fieldName: 'stage', label: 'Stage', inputType: 'Dropdown', dropdown: 'task_status' },
    { id: 'barrels_cellar', fieldName: 'cellar', label: 'Cellar', inputType: 'TextField' },
    { id: 'barrels_litres', fieldName: 'litres', label: 'Litres', inputType: 'Number' },
    { id: 'barrels_price', fieldName: 'price', label: 'Price', inputType: 'Currency' },
    { id: 'barrels_filled', fieldName: 'filled', label: 'Filled', inputType: 'Date' },
    { id: 'barrels_tasted', fieldName: 'tasted', label: 'Tasted', inputType: 'DateTime' },
    { id: 'barrels_extras', fieldName: 'extras', label: 'Extras', inputType: 'Object' },
  ],
};

/** Publishes the module, or another version of it. */
export async function publishBarrels({ application }: Pick<TestServer, 'application'>, definition = BARRELS): Promise<void> {
  await application.registry.publish({ author: undefined, changes: [{ kind: 'module', id: 'barrels', definition }] });
}

/** Creates four barrels: one is of the team alone, one has no stage. */
export async function fillBarrels(admin: ApiClient, team: string): Promise<void> {
  const barrels = [
    { name: 'Ash', stage: 'Open', cellar: 'North', litres: 100, price: 10.5, filled: '2026-01-15', tasted: '2026-03-01T10:00:00Z' },
    { name: 'Birch', stage: 'Open', cellar: 'South', litres: 50, price: 20, filled: '2026-02-10', tasted: '2026-03-02T02:00:00Z' },
    { name: 'Cedar', stage: 'Completed', cellar: 'North', litres: 200, price: 5, filled: '2026-02-20', teams: [team] },
    { name: 'Elm', cellar: 'South', litres: 0 },
  ];
  for (const barrel of barrels) await must(admin.post('/api/barrels', barrel), 201);
}
