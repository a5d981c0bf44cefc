import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { StepAction, StepContext, StepOf } from '../runs/step-context.ts';
import { computeValue } from '../values/compute-value.ts';

const TIMEOUT = 10_000;
const MAX_RESPONSE = 65_536;
const MAX_EXCERPT = 500;
/** Statuses after which the same request may succeed later. */
const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);

/** Sends a POST request. Redirects are not followed, so that no response leads to a private network. */
export const callWebhook: StepAction<'call-webhook'> = async (context, step) => {
  const { services, run, path, signal } = context;
  const response = await services.http.exchange({
    url: step.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `${run._id}/${path}` },
    body: JSON.stringify(await makeBody(context, step)),
    timeout: TIMEOUT,
    maxBytes: MAX_RESPONSE,
    signal,
  });
  const { status } = response;
  const excerpt = response.body.toString('utf8').slice(0, MAX_EXCERPT);
  if (status >= 200 && status < 300) return { status, response: excerpt };
  const isLater = status >= 500 || BUSY.has(status);
  throw new MusterError(isLater ? 'workflow_webhook_failed' : 'workflow_webhook_refused', { values: { status } });
};

async function makeBody(context: StepContext, { body }: StepOf<'call-webhook'>): Promise<JsonValue> {
  const { module, id } = context.subject;
  if (body === undefined)
    return {
      workflow: context.workflow.id,
      run: context.run._id,
      module: module.name,
      record: id ?? null,
      name: id === undefined ? null : ((await context.values.record())[module.nameField] ?? null),
    };
  const values: { [name: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(body)) values[name] = await computeValue(context, value);
  return values;
}
