import type { PluginContext, PluginWorkflowAction } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { AUDIENCE_MODULES } from '../../shared/campaign.ts';
import { readCampaign } from './campaign-state.ts';
import { enterPeople } from './enter-people.ts';

type Input = JsonObject & { readonly campaign: string };

/** Workflows enter their record into a campaign, whose steps begin then. */
export const ADD_TO_CAMPAIGN: PluginWorkflowAction<PluginContext, Input> = {
  name: 'add-to-campaign',
  label: 'Add to a campaign',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['campaign'],
    properties: {
      campaign: {
        type: 'string',
        title: 'Campaign',
        minLength: 1,
        maxLength: 200,
        format: 'record',
        'x-module': 'campaigns',
        description: 'One that has begun. Somebody who is in it already does not enter again.',
      },
    },
  },
  run: addToCampaign,
};

type Context = Parameters<NonNullable<(typeof ADD_TO_CAMPAIGN)['run']>>[0];

/** Errors: `record_not_found` without a record, or for one that the user behind the run may not see. */
async function addToCampaign(context: Context, { campaign: id }: Input): Promise<JsonObject> {
  const { records, module, record, actor, refuse } = context;
  if (record === undefined) return refuse('record_not_found');
  if (!(AUDIENCE_MODULES as readonly string[]).includes(module))
    return { entered: false, reason: 'Records of this module have no address.' };
  await records.get(actor, { module: 'campaigns', id });
  const campaign = (await readCampaign(context, id)) ?? refuse('record_not_found');
  if (!['Sending', 'Paused'].includes(toText(campaign['status'])))
    return { entered: false, reason: 'The campaign has not begun, or has ended.' };
  const person = await records.get(actor, { module, id: record });
  const entered = await enterPeople(context, campaign, module, [person]);
  return { campaign: toText(campaign['name']), entered: entered === 1 };
}
