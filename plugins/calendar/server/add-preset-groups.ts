import type { PluginMigrationContext } from '#engine';
import { toText } from '#engine/model';

/** The groups that every installation begins with, with their colours. */
const PRESETS = [
  ['RFP Proposals', 'orange'],
  ['PTO', 'green'],
  ['Core Start Dates', 'blue'],
  ['Miami Start Dates', 'purple'],
  ['Broward Start Dates', 'yellow'],
] as const;

/**
 * Adds the preset groups once: a group that an admin removes does not come back. Those that exist stay as they are, also those that are
 * marked as deleted.
 */
export async function addPresetGroups({ actor, records }: Pick<PluginMigrationContext, 'actor' | 'records'>): Promise<void> {
  const filter = { deleted: { in: [true, false] } };
  const { data } = await records.find(actor, { module: 'calendarGroups', filter, fields: ['group', 'name'], limit: 500 });
  const known = new Set(data.flatMap(({ group, name }) => [toText(group), toText(name)]));
  for (const [at, [name, color]] of PRESETS.entries()) {
    if (known.has(name)) continue;
    await records.create(actor, { module: 'calendarGroups', fields: { name, group: name, color, order: at + 1 }, quiet: true });
  }
}
