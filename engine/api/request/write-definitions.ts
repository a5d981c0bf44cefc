import { MusterError } from '../../errors/index.ts';
import { answerTo, findAnswerPlace, type AnswerKey } from '../../records/index.ts';
import type { DefinitionInput, DefinitionSnapshot, PublishInput } from '../../registry/index.ts';
import type { JsonValue } from '#engine/model';
import type { Answer } from '../answers/send.ts';
import { assertSystemAdmin, type Call } from './call.ts';
import { keyOf } from './write-input.ts';

/** What a call changes of the definitions, and what it answers once they are in force. */
export interface DefinitionWrite {
  readonly changes: readonly DefinitionInput[];
  readonly answer: (snapshot: DefinitionSnapshot) => Promise<Answer> | Answer;
}

/**
 * Publishes what `make` makes of a System Admin's call, in one change-set. An idempotency key that was seen before answers
 * as it did then: its answer is kept in the commit of the change-set. Errors: `admin_only`, `idempotency_conflict`, those
 * of `make` and of publishing.
 */
export async function writeDefinitions(call: Call, make: () => Promise<DefinitionWrite> | DefinitionWrite): Promise<Answer> {
  await assertSystemAdmin(call);
  const { idempotency: key } = keyOf(call);
  if (key === undefined) {
    const { changes, answer } = await make();
    return answer(await publish(call, { changes }));
  }
  const earlier = await findAnswer(call, key);
  if (earlier !== undefined) return earlier;
  try {
    return await publishOnce(call, key, await make());
  } catch (error) {
    // Refused because the same call was faster: it made what this one was to make.
    const faster = await findAnswer(call, key);
    if (faster === undefined) throw error;
    return faster;
  }
}

function publish(call: Call, input: Omit<PublishInput, 'author'>): Promise<DefinitionSnapshot> {
  return call.services.registry.publish({ author: call.actor.userId, ...input });
}

async function publishOnce(call: Call, key: AnswerKey, { changes, answer }: DefinitionWrite): Promise<Answer> {
  const { services, actor } = call;
  const also: PublishInput['also'] = async (snapshot) => {
    const place = await findAnswerPlace(services, actor.userId, key);
    if (place.kept !== undefined) throw new MusterError('idempotency_conflict');
    const { status = 200, body } = await answer(snapshot);
    return [place.write({ at: services.clock.now(), digest: key.bodyDigest, answer: { status, body: body as JsonValue } })];
  };
  return answer(await publish(call, { changes, also }));
}

async function findAnswer(call: Call, key: AnswerKey): Promise<Answer | undefined> {
  const { kept } = await findAnswerPlace(call.services, call.actor.userId, key);
  if (kept === undefined) return undefined;
  const { status, body } = answerTo(kept, key.bodyDigest) as { readonly status: number; readonly body: JsonValue };
  return { status, body };
}
