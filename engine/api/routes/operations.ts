import type { JsonValue } from '#engine/model/values';
import {
  MAIL_STATUSES,
  type AttentionView,
  type DefinitionConflictView,
  type DefinitionProblemView,
  type MailStatus,
} from '#engine/model/wire';
import { MusterError } from '../../errors/index.ts';
import type { ConflictChoice, DefinitionSnapshot } from '../../registry/index.ts';
import type { ApiServices } from '../services.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { SEARCH_SCHEMA, readPagination } from '../request/search-input.ts';
import { writeDefinitions, type DefinitionWrite } from '../request/write-definitions.ts';
import { sendResponse, type ApiResponse } from '../responses/send-response.ts';

const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;
/** Page of the e-mails, also for the OpenAPI document. */
export const MAIL_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { pageNumber, pageSize, status: { enum: [...MAIL_STATUSES] } },
};

const pageCheck = compileCheck<{ pageNumber?: number; pageSize?: number; status?: MailStatus }>(MAIL_QUERY_SCHEMA);

/**
 * Endpoints with which System Admins monitor the running product: `/api/outbox/failing`, the effects of saves that failed and wait for a
 * retry; `POST /api/outbox/{id}/retry` retries one of them now; `/api/mail`, the e-mails that were sent, failed, or were
 * stored because no mail server is configured; `POST /api/mail/{id}/resend` sends one of them again.
 */
export function serveOperations({ on, services }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/outbox/failing' }, async (context) => {
    await assertSystemAdmin(context);
    const data = await services.outbox.failing();
    return { body: { data, total: data.length } };
  });
  on({ method: 'GET', url: '/api/mail' }, async (context) => {
    await assertSystemAdmin(context);
    const { status, ...page } = pageCheck.readQuery(context.query);
    const { pageNumber, pageSize, offset } = readPagination(page, 10);
    const { data, total } = (await services.mail.listStored?.({ offset, limit: pageSize, status })) ?? { data: [], total: 0 };
    return { body: { data, total, pageNumber, pageSize } };
  });
  on({ method: 'POST', url: '/api/mail/:id/resend' }, async (context) => {
    await assertSystemAdmin(context);
    if ((await services.mail.resend?.(parameterOf(context, 'id'))) !== true) throw new MusterError('mail_not_found');
    return { body: { success: true } };
  });
  on({ method: 'POST', url: '/api/outbox/:id/retry' }, async (context) => {
    await assertSystemAdmin(context);
    if (!(await services.outbox.retry(parameterOf(context, 'id')))) throw new MusterError('effect_not_found');
    return { body: { success: true } };
  });
}

/**
 * `/api/health`: the process responds. `/api/ready`: migration and first seed are done, and the store is available; the
 * response also contains whether the active definitions are those of the files or the last valid ones.
 * `/api/ready/problems`: the reasons, parts of the definitions that have no effect, and settings whose values were replaced;
 * `/api/ready/conflicts`: what both an upgrade of the files and a customization changed, and `POST .../settle` decides for one of
 * both;
 * `/api/ready/attention`: the counts of everything that System Admins have to settle, for their first page.
 */
export function serveHealth({ app, on, services }: EndpointRouter): void {
  const { configuration, registry, store } = services;
  // A busy process is not a dead one: what restarts processes by this endpoint must not make an overload worse.
  app.get('/api/health', { config: { isServedWhenOverloaded: true } }, async (_request, reply) => {
    sendResponse(reply, { body: { status: 'ok', version: configuration.version } });
    return reply;
  });
  app.get('/api/ready', async (_request, reply) => {
    if (!(await configuration.isReady())) throw new MusterError('not_ready');
    await store.ping();
    sendResponse(reply, {
      body: { status: 'ready', store: store.capabilities.product, definitions: registry.problems().length === 0 ? 'current' : 'last_good' },
    });
    return reply;
  });
  on({ method: 'GET', url: '/api/ready/problems' }, async (context) => {
    await assertSystemAdmin(context);
    const data = listProblems(services);
    return { body: { data, total: data.length } };
  });
  on({ method: 'GET', url: '/api/ready/conflicts' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: listConflicts(context.snapshot) };
  });
  on({ method: 'POST', url: '/api/ready/conflicts/settle' }, settleConflict);
  on({ method: 'GET', url: '/api/ready/attention' }, async (context) => {
    await assertSystemAdmin(context);
    const attention: AttentionView = {
      failingEffects: (await services.outbox.failing()).length,
      pluginsOff: services.pluginHost
        .statuses()
        .flatMap(({ name, state, switchedOff, cause }) => (state === 'off' && !switchedOff ? [{ name, cause: cause ?? '' }] : [])),
      definitionProblems: listProblems(services).length,
      definitionConflicts: context.snapshot.conflicts.length,
    };
    return { body: attention };
  });
}

function listConflicts({ conflicts, version }: DefinitionSnapshot): {
  readonly data: readonly DefinitionConflictView[];
  readonly total: number;
} {
  const data = conflicts.map(
    ({ artifact, path, before, base, customized }): DefinitionConflictView => ({
      artifact,
      path,
      before: (before ?? null) as JsonValue,
      base: (base ?? null) as JsonValue,
      customized: (customized ?? null) as JsonValue,
      version,
    }),
  );
  return { data, total: data.length };
}

/**
 * Settles a conflict, unless the definitions changed after the `version` of the request; returns the conflicts that are left. Errors:
 * `definitions_changed`, `definition_not_found`, those of publishing.
 */
function settleConflict(context: RequestContext): Promise<ApiResponse> {
  const make = (): DefinitionWrite => {
    const { artifact, path, use, version } = bodyOf(context) as unknown as ConflictChoice & { readonly version: number };
    const assertVersion = (current: number) => {
      if (current !== version) throw new MusterError('definitions_changed');
    };
    assertVersion(context.snapshot.version);
    return {
      changes: [],
      conflicts: [{ artifact, path, use }],
      // A change-set has the version of the definitions that it created.
      assertCurrent: (changeSets) => assertVersion(Math.max(version, ...changeSets.map(({ definitionVersion }) => definitionVersion))),
      buildResponse: (snapshot) => ({ body: listConflicts(snapshot) }),
    };
  };
  // Values of a customization that the files replace can be restored for a while.
  return writeDefinitions(context, make, undefined, 'keep');
}

/** Why the last good definitions are active instead of the files, which settings use their default, and which workflows are inactive. */
function listProblems({ registry }: ApiServices): readonly DefinitionProblemView[] {
  const all = [...registry.problems(), ...registry.ignoredParts(), ...registry.replacedSettings(), ...registry.brokenWorkflows()];
  return all.map(({ file, path, cause }) => ({ file, path, cause }));
}
