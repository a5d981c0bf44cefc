import { callApi } from '#ui';
import type { AudiencePreview, CampaignAction, CampaignResults } from '../shared/campaign.ts';

/** Starts, pauses, resumes or stops a campaign. */
export async function actOn(campaign: string, action: CampaignAction): Promise<void> {
  await callApi('POST', `/api/campaigns/${campaign}/${action}`);
}

/** Sends a step to the user. */
export function sendTest(
  campaign: string,
  step: number,
  variant: 'A' | 'B',
): Promise<{ readonly to: string; readonly status: string; readonly failure?: string }> {
  return callApi('POST', `/api/campaigns/${campaign}/test`, { body: { step, variant } });
}

export function readAudience(campaign: string): Promise<AudiencePreview> {
  return callApi('GET', `/api/campaigns/${campaign}/audience`);
}

export function readResults(campaign: string): Promise<CampaignResults> {
  return callApi('GET', `/api/campaigns/${campaign}/results`);
}

/** A saved view that the user can use. */
export interface ViewChoice {
  readonly _id: string;
  readonly name: string;
}

export async function readViews(module: string): Promise<readonly ViewChoice[]> {
  return (await callApi<{ readonly data: readonly ViewChoice[] }>('GET', '/api/saved-views', { query: { module } })).data;
}
