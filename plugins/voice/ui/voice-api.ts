import { callApi, searchRecords, type RecordData } from '#ui';
import type { ConferenceDetails } from '../shared/dialer.ts';
import type { Recipient } from '../shared/voiceshot-fields.ts';

const MOST = 100;

/** The voiceshots in use, by title. */
export async function readVoiceshots(): Promise<readonly RecordData[]> {
  const { data } = await searchRecords<RecordData>('/api/voiceshots', {
    searchTerms: { active: true },
    sortField: 'title',
    sortOrder: 'asc',
    pageSize: MOST,
  });
  return data;
}

export async function readRecipients(module: string, records: readonly string[]): Promise<readonly Recipient[]> {
  const body = { module, records };
  return (await callApi<{ readonly data: readonly Recipient[] }>('POST', '/api/voiceshots/recipients', { body })).data;
}

/** Calls the recipients. */
export async function sendVoiceshot(voiceshot: string, module: string, records: readonly string[]): Promise<void> {
  await callApi('POST', '/api/messages/process-blast-voiceshot', { body: { voiceshot, module, records } });
}

/** A temporary address of a recording. */
export async function readAudioAddress(path: string): Promise<string> {
  return (await callApi<{ readonly url: string }>('POST', '/api/files/link', { body: { path } })).url;
}

/** The campaigns of the user. */
export async function readCampaigns(): Promise<readonly ConferenceDetails[]> {
  const body = { isMine: true, pageSize: MOST };
  return (await callApi<{ readonly data: readonly ConferenceDetails[] }>('POST', '/api/dialer/conference-search', { body })).data;
}

export function readCampaign(id: string): Promise<ConferenceDetails> {
  return callApi('GET', `/api/dialer/conference-details/${id}`);
}

/** Changes the state of a campaign, such as `pause/<id>`. */
export function runCampaign(path: string, body: object = {}): Promise<ConferenceDetails> {
  return callApi('POST', `/api/dialer/${path}`, { body: { ...body } });
}
