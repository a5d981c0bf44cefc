import { CHANGE_SET_STATES, type ChangeSetState } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import {
  readValuesChoice,
  type DraftEdit,
  type DraftEdits,
  type FieldChoice,
  type Publication,
  type Requester,
  type SimulationInput,
} from '../../change-sets/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { readPagination, SEARCH_SCHEMA } from '../request/search-input.ts';
import { wakeConversions, wakeReplacements, writeDefinitions, type DefinitionWrite } from '../request/write-definitions.ts';
import { readIdempotency, splitUpdate } from '../request/write-input.ts';

const BASE = '/api/change-sets';
const PAGE = 50;
const AFFECTED_PAGE = 20;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;

/** Query parameters of the list, also for the OpenAPI document. */
export const CHANGE_SETS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { state: { enum: [...CHANGE_SET_STATES] }, pageNumber, pageSize },
};

const listCheck = compileCheck<{ state?: ChangeSetState; pageNumber?: number; pageSize?: number }>(CHANGE_SETS_QUERY_SCHEMA);

/** `/api/change-sets`: drafts of changes to the definitions, and the history of published ones. System Admins only. */
export function serveChangeSets({ on, services: { changeSets } }: EndpointRouter): void {
  on({ method: 'GET', url: BASE }, async (context) => {
    const { userId } = await requesterOf(context);
    const query = listCheck.readQuery(context.query);
    const window = readPagination(query, PAGE);
    const { data, total } = await changeSets.list(userId, { state: query.state, offset: window.offset, limit: window.pageSize });
    return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
  });
  on({ method: 'POST', url: BASE }, async (context) => {
    const by = await requesterOf(context);
    const { name, shared } = bodyOf(context) as { readonly name: string; readonly shared?: boolean | null };
    return { status: 201, body: await changeSets.create(by, { name: name.trim(), shared: shared === true }) };
  });
  on({ method: 'GET', url: `${BASE}/:id` }, async (context) => {
    const { userId } = await requesterOf(context);
    return { body: await changeSets.get(userId, parameterOf(context, 'id')) };
  });
  on({ method: 'PUT', url: `${BASE}/:id` }, async (context) => {
    const [by, id] = [await requesterOf(context), parameterOf(context, 'id')];
    const { fields, version } = splitUpdate({ ...bodyOf(context) }, id);
    const { name, shared } = fields as { readonly name?: string | null; readonly shared?: boolean | null };
    return { body: await changeSets.update(by, id, { version, name: name?.trim(), shared: shared ?? undefined }) };
  });
  on({ method: 'PUT', url: `${BASE}/:id/changes` }, async (context) => {
    const [by, id] = [await requesterOf(context), parameterOf(context, 'id')];
    const { fields, version } = splitUpdate({ ...bodyOf(context) }, id);
    return { body: await changeSets.edit(by, id, { version, ...readEdits(fields) }) };
  });
  on({ method: 'DELETE', url: `${BASE}/:id` }, async (context) => {
    await changeSets.discard(await requesterOf(context), parameterOf(context, 'id'));
    return { body: { success: true } };
  });
  serveEffects({ on, changeSets });
  servePublishing({ on, changeSets });
}

/** Who gains and loses what by a draft, in pages. */
function serveEffects({ on, changeSets }: Pick<EndpointRouter, 'on'> & Pick<RequestContext['services'], 'changeSets'>): void {
  on({ method: 'POST', url: `${BASE}/:id/effects` }, async (context) => {
    const { userId } = await requesterOf(context);
    return { body: await changeSets.effects(userId, parameterOf(context, 'id'), Number(bodyOf(context)['offset'])) };
  });
  on({ method: 'POST', url: `${BASE}/:id/affected-users` }, async (context) => {
    const { userId } = await requesterOf(context);
    const body = bodyOf(context) as unknown as RightBody & { readonly role: string };
    const input = { ...readRight(body), role: body.role, ...readPage(body) };
    return { body: await changeSets.affectedUsers(userId, parameterOf(context, 'id'), input) };
  });
  on({ method: 'POST', url: `${BASE}/:id/affected-records` }, async (context) => {
    const { userId } = await requesterOf(context);
    const body = bodyOf(context) as unknown as RightBody & { readonly user: string; readonly change: 'gains' | 'loses' };
    const input = { ...readRight(body), person: body.user, change: body.change, ...readPage(body) };
    return { body: await changeSets.affectedRecords(userId, parameterOf(context, 'id'), input) };
  });
}

function servePublishing({ on, changeSets }: Pick<EndpointRouter, 'on'> & Pick<RequestContext['services'], 'changeSets'>): void {
  on({ method: 'POST', url: `${BASE}/:id/plan` }, async (context) => {
    const { userId } = await requesterOf(context);
    return { body: await changeSets.plan(userId, parameterOf(context, 'id')) };
  });
  on({ method: 'POST', url: `${BASE}/:id/simulate` }, async (context) => {
    const { userId } = await requesterOf(context);
    const { user, module, record } = bodyOf(context) as { readonly [name in keyof SimulationInput]: string | null };
    const input = { user: user ?? '', module: module ?? undefined, record: record ?? undefined };
    return { body: await changeSets.simulate(userId, parameterOf(context, 'id'), input) };
  });
  on({ method: 'POST', url: `${BASE}/:id/plan-revert` }, async (context) => {
    const { userId } = await requesterOf(context);
    return { body: await changeSets.planRevert(userId, parameterOf(context, 'id')) };
  });
  on({ method: 'POST', url: `${BASE}/:id/publish` }, async (context) => {
    await assertSystemAdmin(context);
    const id = parameterOf(context, 'id');
    const { fields, version } = splitUpdate({ ...bodyOf(context) }, id);
    const conflicts = mapOf<'mine' | 'theirs'>(fields['conflicts']);
    const byId = mapOf<FieldChoice>(fields['values']);
    const values = { byId, others: readValuesChoice(context.query['values']) };
    const started = await changeSets.startPublishing(await requesterOf(context), id, { version, conflicts, values });
    if (started !== undefined) return wakeConversions(context, started);
    return writeDefinitions(
      context,
      async () => toWrite(await changeSets.publication(context.session.claims.sub, id, { version, conflicts })),
      byId,
    );
  });
  on({ method: 'POST', url: `${BASE}/:id/revert` }, async (context) => {
    const [by, id] = [await requesterOf(context), parameterOf(context, 'id')];
    const byId = mapOf<FieldChoice>(bodyOf(context)['values']);
    const started = await changeSets.startReverting(by, id, { byId, others: readValuesChoice(context.query['values']) });
    if (started !== undefined) return wakeConversions(context, started);
    return writeDefinitions(
      context,
      async () => {
        const { listLosses, ...reversion } = await changeSets.reversion(by.userId, id);
        return toWrite(reversion, (snapshot) => ({ notRestored: listLosses(snapshot) }));
      },
      byId,
    );
  });
  serveConversions({ on, changeSets });
}

/** The conversion of the values of a change-set, which publishes or reverts it when it is complete. */
function serveConversions({ on, changeSets }: Pick<EndpointRouter, 'on'> & Pick<RequestContext['services'], 'changeSets'>): void {
  on({ method: 'POST', url: `${BASE}/:id/conversion/stop` }, async (context) => {
    return { body: await changeSets.stopConversion(await requesterOf(context), parameterOf(context, 'id')) };
  });
  on({ method: 'POST', url: `${BASE}/:id/conversion/resume` }, async (context) => {
    const by = await requesterOf(context);
    const values = mapOf<FieldChoice>(bodyOf(context)['values']);
    return wakeConversions(context, await changeSets.resumeConversion(by, parameterOf(context, 'id'), values));
  });
  on({ method: 'POST', url: `${BASE}/:id/conversion/cancel` }, async (context) => {
    await changeSets.cancelConversion(await requesterOf(context), parameterOf(context, 'id'));
    return { body: { success: true } };
  });
  serveReplacements({ on, changeSets });
}

/** The records that keep a removed value because a rule refuses the change. */
function serveReplacements({ on, changeSets }: Pick<EndpointRouter, 'on'> & Pick<RequestContext['services'], 'changeSets'>): void {
  on({ method: 'POST', url: `${BASE}/:id/replacement/retry` }, async (context) => {
    await changeSets.retryReplacement(await requesterOf(context), parameterOf(context, 'id'));
    return wakeReplacements(context, { body: { success: true } });
  });
  on({ method: 'POST', url: `${BASE}/:id/replacement/dismiss` }, async (context) => {
    await changeSets.dismissReplacement(await requesterOf(context), parameterOf(context, 'id'));
    return { body: { success: true } };
  });
}

/** The right of a body, as plans name it, and the page. */
interface RightBody {
  readonly module: string;
  readonly field?: string | null;
  readonly right: string;
  readonly pageNumber?: number | null;
  readonly pageSize?: number | null;
}

function readRight({ module, field, right }: RightBody) {
  return { module, field: field ?? undefined, right };
}

function readPage({ pageNumber, pageSize }: RightBody) {
  return { pageNumber: pageNumber ?? 0, pageSize: pageSize ?? AFFECTED_PAGE };
}

/** The write of a change-set; its response has the id and version that it is published with. */
function toWrite(
  { changes, extraWrites, ...changeSet }: Publication,
  describe: (snapshot: DefinitionSnapshot) => object = () => ({}),
): DefinitionWrite {
  return {
    changes,
    changeSet,
    extraWrites,
    buildResponse: (snapshot) => ({
      body: { success: true, _id: changeSet.id, definitionVersion: snapshot.version, ...describe(snapshot) },
    }),
  };
}

/** The System Admin of a request, and its idempotency key. Errors: `admin_only`. */
export async function requesterOf(context: RequestContext): Promise<Requester> {
  await assertSystemAdmin(context);
  return { userId: context.session.claims.sub, key: readIdempotency(context).idempotency };
}

/** An object of a body, by the names of its properties; the schema of the body checked it. */
function mapOf<Value>(object: JsonValue | undefined): ReadonlyMap<string, Value> {
  return new Map(Object.entries((object ?? {}) as { readonly [name: string]: unknown }) as [string, Value][]);
}

/** Reads the edits of a draft; null counts as not sent, except as a definition. */
function readEdits({ changes, discard }: { readonly [name: string]: JsonValue }): DraftEdits {
  const edits = (changes ?? []) as unknown as readonly (Omit<DraftEdit, 'id'> & { readonly id?: string | null })[];
  return {
    changes: edits.map(({ kind, id, definition }) => ({ kind, id: id ?? undefined, definition })),
    discard: (discard ?? []) as unknown as DraftEdits['discard'],
  };
}
