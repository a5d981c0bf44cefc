import { MusterError, type PluginRouteContext, type PluginRouteDefinition, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';

const MAX_REQUESTS = 100;
/** Names that are listed for one day. */
const MAX_OTHERS = 5;

/** Schemas of the endpoint that says what the approval of requests means. */
export const DECISIONS: Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors'> = {
  summary: 'Hours left before and after an approval, and who else is off on that day',
  errors: [],
  bodySchema: {
    type: 'object',
    required: ['ids'],
    properties: { ids: { type: 'array', minItems: 1, maxItems: MAX_REQUESTS, items: { type: 'string', maxLength: 200 } } },
  },
  responseSchema: {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['_id', 'hours', 'left', 'after', 'others'],
          properties: {
            _id: { type: 'string' },
            hours: { type: 'number' },
            left: { type: ['number', 'null'], description: 'Hours before the approval; null: the caller may not see the balance.' },
            after: { type: ['number', 'null'], description: 'Hours after the approval; negative: too few are left.' },
            others: { type: 'array', items: { type: 'string' }, description: 'Names of the requests of others for that day.' },
          },
        },
      },
    },
  },
};

interface Found {
  readonly _id: string;
  readonly [field: string]: unknown;
}

type Find = (module: string, filter: JsonObject, limit: number) => Promise<readonly Found[]>;

/** Finds what the caller may see: nothing in a module, or by a field, to which they have no access. */
function findVisible({ records, actor }: PluginRouteContext): Find {
  return async (module, filter, limit) => {
    try {
      return (await records.find(actor, { module, filter, limit })).data;
    } catch (error) {
      if (error instanceof MusterError && (error.code === 'module_access_denied' || error.code === 'unknown_field')) return [];
      throw error;
    }
  };
}

/** A pending request is not deducted yet; an approved one is. */
function hoursOf(request: Found, balance: Found | undefined): { readonly left: number | null; readonly after: number | null } {
  if (typeof balance?.['balance'] !== 'number') return { left: null, after: null };
  const hours = Number(request['hours_requested']);
  if (request['status'] === 'Approved') return { left: balance['balance'] + hours, after: balance['balance'] };
  return { left: balance['balance'], after: balance['balance'] - hours };
}

/**
 * `POST /api/pto-requests/decisions` `{ ids }`: what the approval of these requests means. Requests, balances and the requests of others are
 * read with the rights of the caller.
 */
export async function handleDecisions(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const find = findVisible(context);
  const { ids } = context.body as { readonly ids: readonly string[] };
  const requests = await find('ptoRequests', { _id: { in: [...new Set(ids)] } }, MAX_REQUESTS);
  const balanceIds = [...new Set(requests.map((request) => toText(request['ptoBalance_ptoRequests'])).filter((id) => id !== ''))];
  const balances = balanceIds.length === 0 ? [] : await find('ptoBalance', { _id: { in: balanceIds } }, MAX_REQUESTS);
  const days = [...new Set(requests.map((request) => toText(request['pto_date'])).filter((day) => day !== ''))];
  const off =
    days.length === 0 ? [] : await find('ptoRequests', { pto_date: { in: days }, status: { in: ['Pending', 'Approved'] } }, 1_000);
  const data = requests.map((request) => ({
    _id: request._id,
    hours: Number(request['hours_requested']),
    ...hoursOf(
      request,
      balances.find(({ _id }) => _id === request['ptoBalance_ptoRequests']),
    ),
    others: off
      .filter((other) => other['pto_date'] === request['pto_date'] && other['users_ptoRequests'] !== request['users_ptoRequests'])
      .slice(0, MAX_OTHERS)
      .map((other) => toText(other['name'])),
  }));
  return { body: { data } };
}
