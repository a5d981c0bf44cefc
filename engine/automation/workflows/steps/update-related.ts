import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { StepAction, StepContext } from '../runs/step-context.ts';
import { computeValues } from '../values/compute-value.ts';
import { findRelated } from './find-related.ts';

/** Changes fields of related records: the values are computed once, from the record of the run. A record that a rule refuses is named. */
export const updateRelated: StepAction<'update-related'> = async (context, { relation, filter, values }) => {
  const { module, ids } = await findRelated(context, { relation, filter });
  const fields = await computeValues(context, module.fields, values, module.label);
  const refused: JsonValue[] = [];
  for (const id of ids) {
    context.signal.throwIfAborted();
    const refusal = await updateOne(context, { module: module.name, id, fields });
    if (refusal !== undefined) refused.push(refusal);
  }
  if (refused.length > 0 && refused.length === ids.length)
    throw new MusterError('workflow_related_refused', { values: { count: refused.length, first: describe(refused[0]) } });
  return { module: module.name, updated: ids.length - refused.length, refused: refused.slice(0, 20), fields };
};

async function updateOne(
  context: StepContext,
  input: { readonly module: string; readonly id: string; readonly fields: { readonly [name: string]: JsonValue } },
): Promise<JsonValue | undefined> {
  try {
    await context.services.records.update(context.actor, { ...input, ...context.write(input.id) });
    return undefined;
  } catch (error) {
    if (!(error instanceof MusterError) || !error.isPublic || error.status >= 500) throw error;
    return { record: input.id, code: error.code, text: error.message };
  }
}

function describe(refusal: JsonValue | undefined): string {
  return (refusal as { readonly text?: string } | undefined)?.text ?? '';
}
