import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { StepAction } from '../runs/step-context.ts';
import { fillText } from '../values/fill-text.ts';
import { resolveRecipients } from './resolve-recipients.ts';

/** Runs an action that a plugin registers. */
export const runPluginAction: StepAction<'plugin'> = async (context, { action: name, input }) => {
  const { services, actor, subject, run, path } = context;
  const action = services.actions.get(name);
  if (action === undefined) throw new MusterError('workflow_action_missing', { values: { action: name } });
  const result = await action.run({
    ...{ actor, module: subject.module.name, record: subject.id, key: `${run._id}/${path}` },
    input: input as JsonObject,
    fillText: (text) => fillText(context, text),
    findUsers: async (recipients) => (await resolveRecipients(context, recipients)).users.map(({ id }) => id),
  });
  return { action: name, result };
};
