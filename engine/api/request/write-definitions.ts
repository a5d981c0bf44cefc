import {
  ACCEPTED,
  keepsValuesOf,
  readValuesChoice,
  reviewRemovals,
  type FieldChoice,
  type StartedConversion,
  type ValuesChoices,
} from '../../change-sets/index.ts';
import { MusterError } from '../../errors/index.ts';
import { readIdempotentResult, findIdempotencySlot, type IdempotencyKey } from '../../records/index.ts';
import type { DefinitionSnapshot, PublishInput, PublishReview } from '../../registry/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { ApiResponse } from '../responses/send-response.ts';
import { assertSystemAdmin, type RequestContext } from './request-context.ts';
import { readIdempotency } from './write-input.ts';

/** The changes of a request to the definitions, and its response once they are active. */
export interface DefinitionWrite {
  readonly changes: PublishInput['changes'];
  /** Conflicts to settle; default: none. */
  readonly conflicts?: PublishInput['conflicts'];
  /** Id and name of its change-set, and the one that it reverts; default: a new id without a name. */
  readonly changeSet?: Pick<PublishInput, 'id' | 'name' | 'reverts'>;
  /** Writes in the same commit. */
  readonly extraWrites?: PublishInput['extraWrites'];
  /** Throws if something that the changes are based on has changed since. */
  readonly assertCurrent?: PublishInput['assertCurrent'];
  /** Values of what earlier change-sets removed, to remove for good. */
  readonly clears?: PublishInput['clears'];
  /** Ids of aliases to remove. */
  readonly removesAliases?: PublishInput['removesAliases'];
  readonly buildResponse: (snapshot: DefinitionSnapshot) => Promise<ApiResponse> | ApiResponse;
}

/**
 * Publishes the changes that `make` returns, in one change-set; System Admins only. A repeated idempotency key returns the
 * first response, which is stored in the commit of the change-set. `?values=` says what happens to the values of what the
 * changes remove, `byId` says it for single fields and modules by their stable ids; `fallback` applies if neither does. Changes that give a
 * field another type are published later, when its values are converted: the response is 202 then. Errors: `admin_only`, `values_in_use`,
 * `values_not_convertible`, `parameter_invalid`, `idempotency_conflict`, those of `make` and of publishing.
 */
export async function writeDefinitions(
  context: RequestContext,
  make: () => Promise<DefinitionWrite> | DefinitionWrite,
  byId: ReadonlyMap<string, FieldChoice> = new Map(),
  fallback?: 'keep',
): Promise<ApiResponse> {
  await assertSystemAdmin(context);
  const { idempotency: key } = readIdempotency(context);
  const choices = { byId, others: readValuesChoice(context.query['values']) ?? (fallback && { kind: fallback }) };
  let hasReplacements = false;
  const values = {
    review: async (review: PublishReview) => {
      const requests = await reviewRemovals(context.services, review, choices);
      hasReplacements = requests.length > 0;
      return requests;
    },
    keepsValues: keepsValuesOf(choices),
  };
  const run = async (publishIt: (write: DefinitionWrite) => Promise<ApiResponse>): Promise<ApiResponse> => {
    const write = await make();
    const started = await startConversion(context, write, choices);
    if (started !== undefined) return wakeConversions(context, started, ACCEPTED);
    const response = await publishIt(write);
    return hasReplacements ? wakeReplacements(context, response) : response;
  };
  if (key === undefined)
    return run(async ({ changeSet, buildResponse, ...input }) =>
      buildResponse(await publish(context, { ...input, ...changeSet, ...values })),
    );
  const earlier = await findStoredResponse(context, key);
  if (earlier !== undefined) return earlier;
  try {
    return await run((write) => publishOnce(context, key, write, values));
  } catch (error) {
    // It may have failed because a request with the same key finished first: that one made the change.
    const faster = await findStoredResponse(context, key);
    if (faster === undefined) throw error;
    return faster;
  }
}

/** Begins the conversion that the changes of one request need. Those of a change-set have begun theirs before. */
async function startConversion(
  context: RequestContext,
  { changes, changeSet }: DefinitionWrite,
  values: ValuesChoices,
): Promise<StartedConversion | undefined> {
  if (changeSet !== undefined) return undefined;
  const by = { userId: context.actor.userId ?? context.session.claims.sub, key: readIdempotency(context).idempotency };
  return context.services.changeSets.startDirect(by, { changes, values, advice: ADVICE });
}

const ADVICE = 'Send values=clear to remove them, or publish this change with a draft, where you can choose for each.';

/** The queue of the job that converts values. */
const CONVERSION_QUEUE = 'muster/convert-fields';

/** The queue of the job that replaces the values of what was removed. */
const REPLACEMENT_QUEUE = 'muster/replace-removed-values';

/** Runs the job of conversions now; see `wake`. */
export async function wakeConversions(context: RequestContext, body: object, status = 200): Promise<ApiResponse> {
  await wake(context, CONVERSION_QUEUE);
  return { status, body };
}

/** Runs the job now that replaces the values of removed options, and removes the records of removed modules; see `wake`. */
export async function wakeReplacements(context: RequestContext, response: ApiResponse): Promise<ApiResponse> {
  await wake(context, REPLACEMENT_QUEUE);
  return response;
}

/** If the queue is away the schedule of the job runs it within minutes; a run that has not ended takes up what is new. */
async function wake({ services }: RequestContext, queue: string): Promise<void> {
  try {
    await services.jobs.runNow(queue);
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
  }
}

function publish(context: RequestContext, input: Omit<PublishInput, 'author'>): Promise<DefinitionSnapshot> {
  return context.services.registry.publish({ author: context.actor.userId, ...input });
}

async function publishOnce(
  context: RequestContext,
  key: IdempotencyKey,
  { changeSet, buildResponse, ...write }: DefinitionWrite,
  values: Pick<PublishInput, 'review' | 'keepsValues'>,
): Promise<ApiResponse> {
  const { services, actor } = context;
  const extraWrites: PublishInput['extraWrites'] = async (snapshot) => {
    const place = await findIdempotencySlot(services, actor.userId, key);
    if (place.record !== undefined) throw new MusterError('idempotency_conflict');
    const { status = 200, body } = await buildResponse(snapshot);
    const writes = (await write.extraWrites?.(snapshot)) ?? [];
    return [...writes, place.toWrite({ at: services.clock.now(), digest: key.bodyDigest, result: { status, body: body as JsonValue } })];
  };
  return buildResponse(await publish(context, { ...write, ...changeSet, extraWrites, ...values }));
}

async function findStoredResponse(context: RequestContext, key: IdempotencyKey): Promise<ApiResponse | undefined> {
  const { record } = await findIdempotencySlot(context.services, context.actor.userId, key);
  if (record === undefined) return undefined;
  const { status, body } = readIdempotentResult(record, key.bodyDigest) as { readonly status: number; readonly body: JsonValue };
  return { status, body };
}
