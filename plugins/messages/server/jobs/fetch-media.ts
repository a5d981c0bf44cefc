import { SYSTEM_ACTOR, type PluginHttpResponse, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { PICTURE_FIELDS } from '../../shared/sms.ts';
import { TOKEN_SECRET } from '../services/choose-carrier.ts';
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../services/sms-pictures.ts';

/** A received message whose pictures are fetched. */
type Payload = JsonObject & { readonly message: string };
type Context = PluginJobContext<Payload>;

const TIMEOUT = 30_000;
/** The carrier passes on to where it stores the file. */
const MOST_REDIRECTS = 3;

/** Fetches the pictures of a received message from the carrier, and stores them as its files. */
export const FETCH_MEDIA: PluginJob<Payload> = {
  name: 'fetch-media',
  payloadSchema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  concurrency: 2,
  deadline: 180_000,
  attempts: 8,
  backOff: { kind: 'exponential', delay: 5_000 },
  run: fetchMedia,
};

async function fetchMedia(context: Context): Promise<JsonObject> {
  const sms = await context.records.get(SYSTEM_ACTOR, { module: 'sms', id: context.payload.message });
  const urls = ((sms['media'] ?? []) as readonly string[]).slice(0, PICTURE_FIELDS.length);
  let stored = 0;
  for (const [index, url] of urls.entries()) {
    const field = PICTURE_FIELDS[index] ?? 'picture';
    if (toText(sms[field]) === '' && (await storePicture(context, sms, field, url))) stored += 1;
  }
  return { stored };
}

/** Stores one picture; false for another kind of file, which stays at the carrier. Each is saved at once: a repetition goes on after it. */
async function storePicture({ records, files, ...context }: Context, sms: VisibleRecord, field: string, url: string): Promise<boolean> {
  const response = await fetchFile({ records, files, ...context }, url);
  const ending = PICTURE_TYPES[(response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''];
  if (ending === undefined) return false;
  const { path } = await files.store({ name: `${field}.${ending}`, content: response.body });
  await records.update(SYSTEM_ACTOR, { module: 'sms', id: sms._id, fields: { [field]: path } });
  return true;
}

/** The token goes to the carrier only, never to where it passes on. */
async function fetchFile(context: Context, first: string): Promise<PluginHttpResponse> {
  const account = toText(context.setting('sms_account'));
  const own = new URL(toText(context.setting('sms_address'))).origin;
  const authorization = `Basic ${Buffer.from(`${account}:${(await context.secret(TOKEN_SECRET)) ?? ''}`).toString('base64')}`;
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const headers: { readonly [name: string]: string } = new URL(url).origin === own ? { authorization } : {};
    const response = await context.http.request({ url, headers, timeout: TIMEOUT, maxBytes: MAX_PICTURE_BYTES });
    const location = response.headers['location'];
    if (response.status === 200) return response;
    if (response.status < 300 || response.status >= 400 || location === undefined) break;
    url = new URL(location, url).href;
  }
  return context.refuse('outbound_failed', { message: 'The carrier did not send the file of a message.' });
}
