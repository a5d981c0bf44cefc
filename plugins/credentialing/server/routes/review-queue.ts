import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { findExpiryInside, readAssignments } from '../services/assignments.ts';
import { toItem } from '../services/compare-items.ts';
import { findByIds, nameOf } from '../services/read-records.ts';
import { readPage } from './page.ts';

const SHOWN = [
  'label',
  'category',
  'field_type',
  'submitted_at',
  'document',
  'expiration_date',
  'response_date',
  'provider_response',
  'requires_exp_date',
  '_version',
] as const;

/** `POST /api/credentialing-required-items/review-queue`: what waits for review, of all providers, the oldest first. */
export async function listReviewQueue(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const body = context.body as { readonly mine?: boolean; readonly searchTerms?: JsonObject } & JsonObject;
  const page = readPage(body);
  const { records, actor } = context;
  const { data, total } = await records.find(actor, {
    module: 'credentialingRequiredItems',
    filter: {
      and: [
        { status: 'Submitted', relatedCredentialingRecord: { exists: true } },
        body.mine === true ? { assigned_to: { equals: { $: 'me' } } } : {},
        body.searchTerms ?? {},
      ],
    },
    sort: [
      { sortField: 'submitted_at', sortOrder: 'asc' },
      { sortField: '_id', sortOrder: 'asc' },
    ],
    offset: page.pageNumber * page.pageSize,
    limit: page.pageSize,
  });
  return { body: { data: [...(await describeAll(context, data))], total, ...page } };
}

async function describeAll(context: PluginRouteContext, items: readonly VisibleRecord[]): Promise<readonly JsonObject[]> {
  const parents = await findByIds(
    context,
    'credentialing',
    items.map((item) => toText(item['relatedCredentialingRecord'])),
  );
  const records = [...parents.values()];
  const providers = await findByIds(
    context,
    'providers',
    records.map((record) => toText(record['providers_credentialing'])),
  );
  const accounts = await findByIds(
    context,
    'accounts',
    records.map((record) => toText(record['related_account'])),
  );
  const assignments = await readAssignments(context, records);
  const named = (record: VisibleRecord | undefined): JsonObject | null => (record === undefined ? null : nameOf(record));
  return items.map((item) => {
    const record = parents.get(toText(item['relatedCredentialingRecord']));
    return {
      _id: item._id,
      ...Object.fromEntries(SHOWN.map((field) => [field, item[field] ?? null])),
      record: named(record),
      provider: named(providers.get(toText(record?.['providers_credentialing']))),
      account: named(accounts.get(toText(record?.['related_account']))),
      expires_in_assignment: findExpiryInside(toItem(item), assignments.get(record?._id ?? '')),
    };
  });
}
