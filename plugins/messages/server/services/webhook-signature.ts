import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PluginRouteContext } from '#engine';
import { TOKEN_SECRET } from './choose-carrier.ts';

/** The fields of a form that a carrier sends. */
export type WebhookFields = { readonly [name: string]: string };

/** The signature of a request of the carrier: over the address, and the fields of the form in the order of their names. */
export function signWebhook(token: string, url: string, fields: WebhookFields): string {
  const names = Object.keys(fields).sort((a, b) => (a < b ? -1 : 1));
  return createHmac('sha1', token)
    .update(`${url}${names.map((name) => `${name}${fields[name] ?? ''}`).join('')}`)
    .digest('base64');
}

/**
 * The fields of a webhook, after its signature was checked in constant time. The carrier signs the address that it calls, which is the public
 * one. Errors: `sms_signature_invalid`, also as long as there is no token.
 */
export async function openWebhook(context: PluginRouteContext): Promise<WebhookFields> {
  const fields = (context.body ?? {}) as WebhookFields;
  const { url = '', headers = {} } = context.webhook ?? {};
  const token = await context.secret(TOKEN_SECRET);
  const given = Buffer.from(headers['x-twilio-signature'] ?? '');
  const expected = Buffer.from(signWebhook(token ?? '', `${context.publicUrl}${url}`, fields));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return token === undefined || !isSigned ? context.refuse('sms_signature_invalid') : fields;
}
