import type { PluginContext, PluginHttpResponse } from '#engine';
import { escapeMarkup, toText, type JsonObject, type JsonValue } from '#engine/model';
import type { CallContent, CallOutcome, CallReport, OutgoingCall, PlacedCall, VoiceCarrierPort } from './voice-carrier.ts';

/** The account at the carrier. */
interface Account extends Pick<PluginContext, 'http' | 'refuse'> {
  readonly account: string;
  readonly token: string;
  /** Without a slash at its end. */
  readonly address: string;
  /** The number of calls that name none. */
  readonly from: string;
}

const TIMEOUT = 20_000;
const MAX_RECORDING_BYTES = 20 * 1_048_576;
/** Calls of one number that are looked through for one whose response was lost. */
const PAGE_SIZE = 100;
/** Clocks differ. */
const MINUTE = 60_000;
/** Seconds of a spoken message. */
const MAX_MESSAGE_SECONDS = 300;

/** How the carrier names the ends of calls. */
const OUTCOMES: ReadonlyMap<string, CallOutcome> = new Map([
  ['completed', 'completed'],
  ['busy', 'busy'],
  ['no-answer', 'unreached'],
  ['failed', 'unreached'],
  ['canceled', 'unreached'],
]);

/** Calls by the voice API of Twilio, and of services with the same. */
export function createTwilioCarrier(account: Account): VoiceCarrierPort {
  const place = (call: OutgoingCall) => placeCall(account, call);
  return {
    place,
    read: async (id) => describe(await get(account, `/Calls/${id}.json`)),
    hangUp: async (id) => {
      await send(account, `/Calls/${id}.json`, { Status: 'completed' });
    },
    readRecording: (id) => readRecording(account, id),
    async openConference(call) {
      const name = `muster-${call.requestedAt}-${call.to.replace(/\D/g, '')}`;
      const content: CallContent = { kind: 'conference', conference: name, isRecorded: false };
      const placed = await place({ ...call, content, isRepeat: false });
      return placed.kind === 'placed' ? `${name}:${placed.id}` : account.refuse('voice_carrier_failed', { message: placed.reason });
    },
    async findCaller(conference) {
      const { kind } = describe(await get(account, `/Calls/${conference.split(':')[1] ?? ''}.json`));
      return kind === 'ended' ? 'left' : kind === 'connected' ? 'present' : 'awaited';
    },
  };
}

/** A call whose response was lost is in the list of the carrier, and not placed again. */
async function placeCall(account: Account, call: OutgoingCall): Promise<PlacedCall> {
  const numbers = { To: toE164(call.to), From: toE164(call.from === '' ? account.from : call.from) };
  if (call.isRepeat) {
    const query = new URLSearchParams({ ...numbers, PageSize: String(PAGE_SIZE) });
    const { calls } = await get(account, `/Calls.json?${query.toString()}`);
    const placed = listObjects(calls).find((one) => Date.parse(toText(one['date_created'])) >= call.requestedAt - MINUTE);
    if (placed !== undefined) return { kind: 'placed', id: toText(placed['sid']) };
  }
  const isRecorded = call.content.kind === 'conference' && call.content.isRecorded;
  const response = await send(account, '/Calls.json', {
    ...numbers,
    Twiml: writeTwiml(call.content),
    StatusCallback: call.statusUrl,
    ...(isRecorded ? { Record: 'true' } : {}),
  });
  const body = readBody(response);
  if (response.status >= 400)
    return { kind: 'refused', reason: toText(body['message']) || `The carrier responded with ${response.status}.` };
  const id = toText(body['sid']);
  return id === '' ? account.refuse('voice_carrier_failed', { message: 'The carrier did not name the call.' }) : { kind: 'placed', id };
}

/** What the carrier does when somebody answers. */
function writeTwiml(content: CallContent): string {
  if (content.kind === 'recording') return `<Response><Play>${escapeMarkup(content.url)}</Play></Response>`;
  if (content.kind === 'conference')
    return `<Response><Dial><Conference>${escapeMarkup(content.conference.split(':')[0] ?? '')}</Conference></Dial></Response>`;
  const say = '<Say>Speak your message after the tone, and hang up when you are done.</Say>';
  return `<Response>${say}<Record playBeep="true" maxLength="${MAX_MESSAGE_SECONDS}"/></Response>`;
}

function describe(call: JsonObject): CallReport {
  const time = (name: string): number | undefined => {
    const at = Date.parse(toText(call[name]));
    return Number.isNaN(at) ? undefined : at;
  };
  const outcome = OUTCOMES.get(toText(call['status']));
  const connectedAt = time('start_time');
  if (outcome !== undefined) {
    const endedAt = time('end_time') ?? connectedAt ?? Date.parse(toText(call['date_updated']));
    return { kind: 'ended', outcome, said: '', endedAt, connectedAt: outcome === 'completed' ? connectedAt : undefined };
  }
  return call['status'] === 'in-progress' && connectedAt !== undefined ? { kind: 'connected', connectedAt } : { kind: 'ringing' };
}

async function readRecording(account: Account, call: string): ReturnType<VoiceCarrierPort['readRecording']> {
  const { recordings } = await get(account, `/Calls/${call}/Recordings.json`);
  const [recording] = listObjects(recordings).filter(({ status }) => status === undefined || status === 'completed');
  if (recording === undefined) return undefined;
  const response = await request(account, `/Recordings/${toText(recording['sid'])}.wav`, { maxBytes: MAX_RECORDING_BYTES });
  if (response.status !== 200) return fail(account, response);
  return { content: response.body, seconds: Number(recording['duration'] ?? 0) };
}

interface RequestOptions {
  readonly body?: string;
  readonly maxBytes?: number;
}

/** Errors: `outbound_failed`; `voice_carrier_failed` for what another attempt may do. */
async function request(account: Account, path: string, { body, ...options }: RequestOptions = {}): Promise<PluginHttpResponse> {
  const url = `${account.address}/2010-04-01/Accounts/${encodeURIComponent(account.account)}${path}`;
  const authorization = `Basic ${Buffer.from(`${account.account}:${account.token}`).toString('base64')}`;
  const form: { readonly [name: string]: string } = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = { url, headers: { authorization, ...form }, timeout: TIMEOUT, ...(body === undefined ? {} : { body }), ...options };
  const response = await account.http.request(sent);
  return response.status === 401 || response.status === 429 || response.status >= 500 ? fail(account, response) : response;
}

function fail({ refuse }: Account, response: PluginHttpResponse): never {
  const reason = toText(readBody(response)['message']) || `The carrier responded with status ${response.status}.`;
  return refuse('voice_carrier_failed', { message: reason });
}

async function get(account: Account, path: string): Promise<JsonObject> {
  const response = await request(account, path);
  return response.status === 200 ? readBody(response) : fail(account, response);
}

function send(account: Account, path: string, fields: { readonly [name: string]: string }): Promise<PluginHttpResponse> {
  return request(account, path, { body: new URLSearchParams(fields).toString() });
}

/** A call that was accepted without a readable body was accepted all the same: the next attempt finds it. */
function readBody(response: PluginHttpResponse): JsonObject {
  try {
    const body: JsonValue = response.json();
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonObject) : {};
  } catch {
    return {};
  }
}

function listObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}

function toE164(number: string): string {
  return number === '' || number.startsWith('+') ? number : `+1${number}`;
}
