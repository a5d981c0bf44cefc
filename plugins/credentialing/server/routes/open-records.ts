import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { CLOSED_RECORDS } from '../../shared/item.ts';
import { applyChanges, describeRefused, type PlannedChange } from '../services/apply-changes.ts';
import { compareWithSetup } from '../services/compare-items.ts';
import { findByIds, findItemsOf, groupByRecord } from '../services/read-records.ts';
import { readPage, takePage } from './page.ts';

/** The most open records of a setup that are compared, the newest ones. */
const MAX_RECORDS = 500;

/** An open record with how it differs from its setup. */
interface ComparedRecord {
  readonly record: VisibleRecord;
  readonly planned: readonly PlannedChange[];
}

/** `GET /api/credentialing-setups/:id/open-records`: the open records that differ from the setup, item by item. */
export async function listOpenRecords(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const page = readPage(context.query);
  const differing = await compareRecords(context);
  const data = takePage(differing, page).map(({ record, planned }) => ({
    record: { _id: record._id, name: toText(record['name']), credentialing_status: toText(record['credentialing_status']) },
    changes: planned.map(({ change }) => change),
  }));
  return { body: { data, total: differing.length, ...page } };
}

/** `POST /api/credentialing-setups/:id/bring-along`: makes chosen changes of the setup in open records. */
export async function bringAlong(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { changes = [], all = false } = context.body as {
    readonly changes?: readonly { readonly record: string; readonly key: string }[];
    readonly all?: boolean;
  };
  const chosen = new Set(changes.map(({ record, key }) => `${record} ${key}`));
  const planned = (await compareRecords(context)).flatMap(({ record, planned: own }) =>
    own.filter(({ change }) => all || chosen.has(`${record._id} ${change.key}`)),
  );
  const { applied, refused, batchId } = await applyChanges(context, planned);
  const body = { success: refused.length === 0, applied, refused: describeRefused(refused) };
  return batchId === undefined ? { body } : { body: { ...body, batchId }, batchId };
}

async function compareRecords(context: PluginRouteContext): Promise<readonly ComparedRecord[]> {
  const { records, actor, parameters } = context;
  const setup = parameters['id'] ?? '';
  await records.get(actor, { module: 'credentialingSetup', id: setup });
  const { data: open } = await records.find(actor, {
    module: 'credentialing',
    filter: {
      credentialingSetup_credentialing: setup,
      not: { or: [{ locked: true }, { credentialing_status: { in: [...CLOSED_RECORDS] } }] },
    },
    sort: [{ sortField: '_id', sortOrder: 'desc' }],
    limit: MAX_RECORDS,
  });
  const setupItems = await findItemsOf(context, 'relatedCredentialingSetup', [setup]);
  const items = groupByRecord(
    await findItemsOf(
      context,
      'relatedCredentialingRecord',
      open.map(({ _id }) => _id),
    ),
  );
  const providers = await findByIds(
    context,
    'providers',
    open.map((record) => toText(record['providers_credentialing'])),
  );
  return open
    .map((record) => ({
      record,
      planned: compareWithSetup({
        setupItems,
        recordItems: items.get(record._id) ?? [],
        record,
        providerType: toText(providers.get(toText(record['providers_credentialing']))?.['provider_type']),
      }),
    }))
    .filter(({ planned }) => planned.length > 0);
}
