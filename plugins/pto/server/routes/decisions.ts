import { MusterError, type PluginRouteContext, type PluginRouteDefinition, type PluginRouteResponse } from '#engine';
import { FIRST_HOUR } from '../../shared/first-hour.ts';
import { addDays, toText, type JsonObject } from '#engine/model';

const MAX_REQUESTS = 100;
/** Names that are listed for a request. */
const MAX_OTHERS = 5;
/** Requests of others that are read for all days together. */
const MAX_OFF = 5_000;
/** The longest request that is looked for, in days before the first one. */
const LONGEST_DAYS = 31;

/** Schemas of the endpoint that says what the approval of requests means. */
export const DECISIONS: Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors'> = {
  summary: 'Hours left before and after an approval, and who else is off on its days',
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
          required: ['_id', 'hours', 'left', 'after', 'others', 'othersCount'],
          properties: {
            _id: { type: 'string' },
            hours: { type: 'number' },
            left: { type: ['number', 'null'], description: 'Hours before the approval; null: the caller may not see the balance.' },
            after: { type: ['number', 'null'], description: 'Hours after the approval; negative: too few are left.' },
            others: { type: 'array', items: { type: 'string' }, description: 'Names of requests of others for its days, at most five.' },
            othersCount: { type: 'integer', description: 'Number of these requests.' },
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

interface Days {
  readonly first: string;
  readonly last: string;
}

/** A request with its days. */
interface TimeOff extends Days {
  readonly request: Found;
}

/** The days of a request, as its event in the calendar has them. */
function daysOf(request: Found): Days {
  const first = toText(request['pto_date']);
  return { first, last: first === '' ? '' : addDays(first, Math.floor((FIRST_HOUR + Number(request['hours_requested'])) / 24)) };
}

/** Requests that may have a day in common with these; earlier ones may last until then. */
async function findOff(find: Find, all: readonly Days[]): Promise<readonly TimeOff[]> {
  const dated = all.filter(({ first }) => first !== '');
  const [first] = dated.map((days) => days.first).sort();
  const last = dated
    .map((days) => days.last)
    .sort()
    .at(-1);
  if (first === undefined || last === undefined) return [];
  const range = { gte: addDays(first, -LONGEST_DAYS), lte: last };
  const found = await find('ptoRequests', { pto_date: { range }, status: { in: ['Pending', 'Approved'] } }, MAX_OFF);
  return found.map((request) => ({ request, ...daysOf(request) }));
}

function listOthers(request: Found, off: readonly TimeOff[]): { readonly others: readonly string[]; readonly othersCount: number } {
  const days = daysOf(request);
  const others = off.filter(
    (other) => other.request['users_ptoRequests'] !== request['users_ptoRequests'] && other.first <= days.last && other.last >= days.first,
  );
  return { others: others.slice(0, MAX_OTHERS).map((other) => toText(other.request['name'])), othersCount: others.length };
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
  const off = await findOff(find, requests.map(daysOf));
  const data = requests.map((request) => ({
    _id: request._id,
    hours: Number(request['hours_requested']),
    ...hoursOf(
      request,
      balances.find(({ _id }) => _id === request['ptoBalance_ptoRequests']),
    ),
    ...listOthers(request, off),
  }));
  return { body: { data } };
}
