import type { PluginDownload, PluginRouteContext, PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { isSignature, SIGNATURE_KINDS } from '../../shared/check-value.ts';
import { changeRecipient, toField } from '../../shared/instance.ts';
import { actForPlugin, changeInstance, findInstance } from '../services/instances.ts';
import { checkCode, sendCode } from '../services/second-factor.ts';
import { drawPicture, listFiles, storeSignerFile } from '../services/signer-files.ts';
import {
  assertStatus,
  eventOfSigner,
  findStatus,
  openSession,
  readConsent,
  readConsentText,
  toSession,
  type SigningSession,
} from '../services/signing-session.ts';
import { describeFactor, describeState, listOwn, viewFor } from '../services/signing-view.ts';

/** The state of a session as it is stored now. */
async function respond(context: PluginRouteContext, { instance, link }: SigningSession, status = 200): Promise<PluginRouteResponse> {
  const current = (await findInstance(context, instance.id)) ?? context.refuse('link_invalid');
  return { status, body: await describeState(context, toSession(context, current, link)) };
}

/** `POST /api/esign/open?token=`: what a recipient may see of their document. */
export async function openDocument(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  await recordView(context, session, (context.body ?? {}) as { readonly timeZone?: string });
  return respond(context, session);
}

/** The first time that a recipient sees the document, after the second factor if there is one. */
async function recordView(
  context: PluginRouteContext,
  session: SigningSession,
  { timeZone }: { readonly timeZone?: string },
): Promise<void> {
  if (!isFirstView(context, session)) return;
  await changeInstance(context, session.instance.id, actForPlugin(), (instance) => {
    const current = toSession(context, instance, session.link);
    if (!isFirstView(context, current)) return undefined;
    const recipients = changeRecipient(instance.recipients, session.link.r, { status: 'Viewed' });
    return {
      fields: { recipients: toField(recipients), ...(instance.status === 'Signature Requested' ? { status: 'Viewed' } : {}) },
      events: [eventOfSigner(context, current, { type: 'Viewed', timeZone })],
    };
  });
}

function isFirstView(context: PluginRouteContext, session: SigningSession): boolean {
  return session.recipient.status === 'Requested' && ['consent', 'open'].includes(findStatus(context, session));
}

/** `POST /api/esign/send-code`. */
export async function requestCode(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session, ['code']);
  await sendCode(context, session);
  return { body: { ...describeFactor(session.recipient) } };
}

/** `POST /api/esign/check-code`: the tokens of the response say that the second factor was checked. */
export async function proveIdentity(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session, ['code']);
  const { code, timeZone } = context.body as { readonly code: string; readonly timeZone?: string };
  await checkCode(context, session, code);
  const instance = (await findInstance(context, session.instance.id)) ?? context.refuse('link_invalid');
  const proven = toSession(context, instance, { ...session.link, f: true });
  await recordView(context, proven, timeZone === undefined ? {} : { timeZone });
  return respond(context, proven);
}

/** `POST /api/esign/consent`: agrees to the text of the version that was shown. */
export async function giveConsent(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  const { version, timeZone } = context.body as { readonly version: string; readonly timeZone?: string };
  assertStatus(context, session, ['consent', 'open']);
  if (readConsentText(context).version !== version) context.refuse('esign_consent_changed');
  await changeInstance(context, session.instance.id, actForPlugin(), (instance) => {
    const current = toSession(context, instance, session.link);
    assertStatus(context, current, ['consent', 'open']);
    if (readConsent(current) !== undefined) return undefined;
    const consents = {
      ...((instance.record['consents'] ?? {}) as JsonObject),
      [session.link.r]: { version, at: new Date(context.clock.now()).toISOString() },
    };
    return { fields: { consents }, events: [eventOfSigner(context, current, { type: 'Consent Given', timeZone, details: { version } })] };
  });
  return respond(context, session);
}

/** `POST /api/esign/add-picture`: a signature or initials, stored as a PNG for this and the next fields. */
export async function addPicture(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session);
  const { use, kind, content } = context.body as { readonly use: string; readonly kind: string; readonly content: string };
  const known = SIGNATURE_KINDS.find((one) => one.toLowerCase() === kind.toLowerCase()) ?? context.refuse('esign_picture_invalid');
  const picture = await drawPicture(context, Buffer.from(content.replace(/^data:[^,]*,/, ''), 'base64'));
  const file = { recipient: session.link.r, use, kind: known, name: `${use.toLowerCase()}.png`, content: picture };
  const { path } = await storeSignerFile(context, session.instance.id, file);
  return { status: 201, body: { path, use, kind: known } };
}

/** `POST /api/esign/add-file`: a file for an input of the recipient. */
export async function addFile(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session);
  const { input, name, content } = context.body as { readonly input: string; readonly name: string; readonly content: string };
  const own = listOwn(viewFor(session.instance, session.recipient), session.recipient).find(({ id }) => id === input);
  if (own?.type.inputType !== 'File' || own.field.readOnly === true)
    context.refuse('esign_value_refused', { details: [{ field: input, code: 'not_yours', message: 'You add no file here.' }] });
  const bytes = Buffer.from(content.replace(/^data:[^,]*,/, ''), 'base64');
  const file = await storeSignerFile(context, session.instance.id, {
    recipient: session.link.r,
    use: input,
    kind: 'Uploaded',
    name,
    content: bytes,
  });
  return { status: 201, body: { path: file.path, name } };
}

/** `GET /api/esign/document`: the pages as they were sent. */
export async function downloadPages(context: PluginRouteContext): Promise<PluginDownload> {
  const session = await openSession(context);
  assertStatus(context, session, ['open', 'signed']);
  const { content, filename } = await context.files.openAsProduct(toText(session.instance.record['file']));
  return {
    contentType: 'application/pdf',
    filename,
    body: content,
    etag: toText(session.instance.record['original_hash']) || session.instance.id,
  };
}

/** `GET /api/esign/picture?path=`: a signature of the recipient, or of somebody who has signed. */
export async function downloadPicture(context: PluginRouteContext): Promise<PluginDownload> {
  const session = await openSession(context);
  assertStatus(context, session, ['open', 'signed']);
  const { instance, link } = session;
  const path = context.query['path'] ?? '';
  const file = (await listFiles(context, instance.id)).find((one) => one.path === path && ['Signature', 'Initials'].includes(one.use));
  const isSigned = Object.values(instance.responses).some((value) => isSignature(value) && value.path === path);
  if (file === undefined || !(file.recipient === link.r || isSigned)) return context.refuse('file_not_found');
  const { content, filename } = await context.files.openAsProduct(file.path);
  return { contentType: 'image/png', filename, body: content, etag: path.replace(/[^\w.-]/g, '-') };
}
