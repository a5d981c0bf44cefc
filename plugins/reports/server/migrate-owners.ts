import { paginateRecords, type PluginContext } from '#engine';
import { readOwner, readSharing } from '../shared/sharing.ts';
import { readChart } from '../shared/stored-report.ts';

/** What the migration runs with. */
type MigrationContext = Parameters<typeof paginateRecords>[0] & Pick<PluginContext, 'records'>;

/** Records that are marked as deleted too: they may be restored. */
const ALL = { deleted: { in: [true, false] } };

/** Before reports were private to their owners everyone saw them: those without an owner stay visible, and charts get the owner of their report. */
export async function migrateOwners(context: MigrationContext): Promise<void> {
  const { records, actor } = context;
  const owners = new Map<string, string>();
  const reports = paginateRecords(context, { module: 'reports', filter: ALL, fields: ['assigned_to', 'shared', 'shared_roles'] });
  for await (const page of reports)
    for (const report of page) {
      const owner = readOwner(report);
      owners.set(report._id, owner);
      if (owner !== '' || readSharing(report) !== 'private') continue;
      await records.update(actor, { module: 'reports', id: report._id, fields: { shared: true }, changeSource: 'migration', quiet: true });
    }
  const charts = paginateRecords(context, { module: 'reportCharts', filter: ALL, fields: ['assigned_to', 'report'] });
  for await (const page of charts)
    for (const chart of page) {
      const owner = owners.get(readChart(chart).report) ?? '';
      if (owner === '' || readOwner(chart) !== '') continue;
      const fields = { assigned_to: owner };
      await records.update(actor, { module: 'reportCharts', id: chart._id, fields, changeSource: 'migration', quiet: true });
    }
}
