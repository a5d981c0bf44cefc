import { MusterError, type PluginHttp, type PluginHttpResponse } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import type { CarrierMessage, CarrierResult, SmsCarrierPort } from './sms-carrier.ts';

/** The account at the carrier. */
interface Account {
  readonly account: string;
  /** Undefined: no admin has entered it. */
  readonly token: string | undefined;
  /** Without a slash at its end. */
  readonly address: string;
}

const TIMEOUT = 20_000;
/** Messages of one number that are compared with one whose response was lost. */
const PAGE_SIZE = 100;
/** Clocks differ. */
const MINUTE = 60_000;

/** Sends by the messaging API of Twilio, and of services with the same. */
export function createTwilioCarrier(http: PluginHttp, { account, token, address }: Account): SmsCarrierPort {
  const url = `${address}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token ?? ''}`).toString('base64')}`;
  return {
    isSimulated: false,
    async send(message) {
      if (token === undefined) return { kind: 'busy', reason: 'The token of the carrier is not set.' };
      if (message.from === '') return { kind: 'refused', reason: 'There is no number to send from.' };
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ To: message.to, From: message.from, Body: message.text, StatusCallback: message.statusUrl });
      for (const picture of message.pictures) body.append('MediaUrl', picture);
      try {
        return readResult(await http.request({ url, headers, body: body.toString(), timeout: TIMEOUT }));
      } catch (error) {
        return { kind: 'unconfirmed', reason: reasonOf(error) };
      }
    },
    async findAccepted(message, since) {
      const query = new URLSearchParams({ To: message.to, From: message.from, PageSize: String(PAGE_SIZE) });
      try {
        const response = await http.request({ url: `${url}?${query.toString()}`, headers: { authorization }, timeout: TIMEOUT });
        return response.status === 200 ? listIds(response.json(), message, since) : undefined;
      } catch (error) {
        reasonOf(error);
        return undefined;
      }
    },
  };
}

/** Errors of the connection have a text for people; others are faults of the code. */
function reasonOf(error: unknown): string {
  if (error instanceof MusterError) return error.message;
  throw error;
}

function readResult(response: PluginHttpResponse): CarrierResult {
  const body = readBody(response);
  if (response.status >= 200 && response.status < 300) return { kind: 'accepted', id: toText(body['sid']) || undefined };
  const reason = toText(body['message']) || `The carrier responded with status ${response.status}.`;
  const isTemporary = response.status === 429 || response.status === 503 || response.status === 401;
  if (isTemporary) return { kind: 'busy', reason };
  return response.status >= 500 ? { kind: 'unconfirmed', reason } : { kind: 'refused', reason };
}

/** An accepted message without a readable body was accepted all the same. */
function readBody(response: PluginHttpResponse): JsonObject {
  try {
    const body: JsonValue = response.json();
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonObject) : {};
  } catch {
    return {};
  }
}

function listIds(body: JsonValue, { text }: CarrierMessage, since: number): readonly string[] | undefined {
  const { messages } = body as { readonly messages?: readonly JsonObject[] };
  if (!Array.isArray(messages)) return undefined;
  return messages
    .filter((one: JsonObject) => one['body'] === text && Date.parse(toText(one['date_created'])) >= since - MINUTE)
    .map((one: JsonObject) => toText(one['sid']));
}
