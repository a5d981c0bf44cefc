import { paginateRecords, type PluginContext } from '#engine';
import { toText } from '#engine/model';

/** What the migration runs with. */
type MigrationContext = Parameters<typeof paginateRecords>[0] & Pick<PluginContext, 'records'>;

/** Events that are marked as deleted too: they may be restored. */
const OF_REQUESTS = { related_pto_request_id: { exists: true }, deleted: { in: [true, false] } };
const REQUEST_FIELDS = ['reason', 'description'];

/** Clears the reasons of requests that earlier versions copied into the details of events. What somebody wrote there stays. */
export async function clearReasons(context: MigrationContext): Promise<void> {
  const { actor, records } = context;
  const pages = paginateRecords(context, { module: 'calendarEvents', filter: OF_REQUESTS, fields: ['details', 'related_pto_request_id'] });
  for await (const page of pages) {
    const ids = [...new Set(page.map((event) => toText(event['related_pto_request_id'])))];
    const filter = { _id: { in: ids }, deleted: { in: [true, false] } };
    const { data } = await records.find(actor, { module: 'ptoRequests', filter, fields: REQUEST_FIELDS, limit: ids.length });
    const reasons = new Map(data.map((request) => [request._id, REQUEST_FIELDS.map((field) => toText(request[field]))]));
    for (const { _id: id, details, related_pto_request_id: request } of page) {
      if (toText(details) === '') continue;
      // Without the request nobody can say whose words they are.
      if (reasons.get(toText(request))?.includes(toText(details)) === false) continue;
      await records.update(actor, { module: 'calendarEvents', id, fields: { details: null }, changeSource: 'migration', quiet: true });
    }
  }
}
