import type { PluginDownload, PluginRouteContext, PluginRouteResponse } from '#engine';
import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { isEmpty } from '../../shared/compare-values.ts';
import type { InputValues } from '../../shared/conditions.ts';
import { changeRecipient, isDone, toField } from '../../shared/instance.ts';
import { listSigners } from '../../shared/turns.ts';
import { forwardTo } from '../services/forward.ts';
import { checkGiven, chooseTimeZone, dateInputs, joinDraft } from '../services/fill-in.ts';
import { actForPlugin, changeInstance, findInstance, type Instance, type InstanceChange } from '../services/instances.ts';
import { requestNext } from '../services/request-signatures.ts';
import { findNextCheck, readNow, readPlan } from '../services/schedule.ts';
import { listFiles } from '../services/signer-files.ts';
import { assertStatus, eventOfSigner, openSession, readConsent, toSession, type SigningSession } from '../services/signing-session.ts';
import { describeState } from '../services/signing-view.ts';
import { downloadResult } from './results.ts';

/** `POST /api/esign/save`: values that are not final. */
export async function saveValues(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session);
  const { values } = context.body as { readonly values: InputValues };
  const files = await listFiles(context, session.instance.id);
  await changeInstance(context, session.instance.id, actForPlugin(), (instance) => {
    const current = toSession(context, instance, session.link);
    assertStatus(context, current);
    checkGiven(context, current, values, { files, isComplete: false });
    const draft = Object.fromEntries(Object.entries(joinDraft(current, values)).filter(([, value]) => !isEmpty(value) || value === false));
    return { fields: { drafts: { ...instance.drafts, [session.link.r]: draft } as unknown as JsonObject } };
  });
  return { body: { savedAt: new Date(context.clock.now()).toISOString() } };
}

/** `POST /api/esign/finish`: signs. Of many at once, one does. */
export async function finish(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session);
  const { values = {}, timeZone } = (context.body ?? {}) as { readonly values?: InputValues; readonly timeZone?: string };
  const files = await listFiles(context, session.instance.id);
  const signed = await changeInstance(context, session.instance.id, actForPlugin(), (instance) => {
    const current = toSession(context, instance, session.link);
    assertStatus(context, current);
    const { responses, skipped } = checkGiven(context, current, values, { files, isComplete: true });
    return planSignature(context, current, { responses, skipped, timeZone });
  });
  return { body: await describeState(context, toSession(context, signed, session.link)) };
}

function planSignature(
  context: PluginRouteContext,
  session: SigningSession,
  {
    responses,
    skipped,
    timeZone,
  }: { readonly responses: JsonObject; readonly skipped: readonly string[]; readonly timeZone: string | undefined },
): InstanceChange {
  const { instance, link } = session;
  const at = readNow(context, instance);
  const now = new Date(at).toISOString();
  const zone = chooseTimeZone(context, timeZone);
  const recipients = changeRecipient(instance.recipients, link.r, { status: 'Signed', signed_at: now });
  const consentVersion = readConsent(session)?.version ?? '';
  const event = eventOfSigner(context, session, {
    type: 'Signed',
    timeZone: zone,
    details: { values: Object.keys(responses).length, skipped: [...skipped], consentVersion },
  });
  const isLast = listSigners(recipients, instance.data).every(isDone);
  const next = isLast ? { recipients, events: [{ type: 'Completed' }] } : requestNext(context, instance, recipients, now);
  const { [link.r]: _, ...drafts } = instance.drafts;
  return {
    fields: {
      recipients: toField(next.recipients),
      responses: { ...instance.responses, ...responses, ...dateInputs(context, session, at, zone) } as JsonObject,
      drafts: drafts as unknown as JsonObject,
      ...(isLast ? complete(now) : { status: 'Partially Signed', check_at: nextCheck(context, instance, next.recipients) }),
    },
    events: [event, ...next.events],
  };
}

function complete(now: string): JsonObject {
  return { status: 'Completed', completed_at: now, certifying: 'Waiting', check_at: null };
}

function nextCheck(context: PluginRouteContext, instance: Instance, recipients: Instance['recipients']): string | null {
  return findNextCheck(recipients, readPlan(context, instance), toText(instance.record['expires_at']));
}

/** `POST /api/esign/decline`: ends the signing of everyone. */
export async function decline(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session, ['consent', 'open']);
  const { reason } = context.body as { readonly reason: string };
  const declined = await changeInstance(context, session.instance.id, actForPlugin(), (instance) => {
    const current = toSession(context, instance, session.link);
    assertStatus(context, current, ['consent', 'open']);
    const recipients = changeRecipient(instance.recipients, session.link.r, { status: 'Declined' });
    return {
      fields: { recipients: toField(recipients), status: 'Declined', closing_reason: reason, check_at: null },
      events: [eventOfSigner(context, current, { type: 'Declined', description: reason })],
    };
  });
  return { body: await describeState(context, toSession(context, declined, session.link)) };
}

/** `POST /api/esign/delegate`: somebody else signs instead, if the sender allows it. The link of the caller is void then. */
export async function delegate(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const session = await openSession(context);
  assertStatus(context, session, ['consent', 'open']);
  const { name, email, reason = '' } = context.body as { readonly name: string; readonly email: string; readonly reason?: string };
  if (!isEmailAddress(email)) context.refuse('signing_address_missing');
  await changeInstance(context, session.instance.id, actForPlugin(), (instance) => {
    const current = toSession(context, instance, session.link);
    assertStatus(context, current, ['consent', 'open']);
    if (instance.record['can_delegate'] !== true) context.refuse('esign_delegation_not_allowed');
    const by = (event: Parameters<typeof eventOfSigner>[2]) => eventOfSigner(context, current, event);
    return forwardTo(context, instance, { recipientId: session.link.r, name, email, reason, by });
  });
  return { body: { status: 'forwarded' } };
}

/** `GET /api/esign/copy`: the certified file, for those who signed. */
export function downloadCopy(context: PluginRouteContext): Promise<PluginDownload> {
  return downloadFor(context, 'signed_file');
}

/** `GET /api/esign/certificate`: the certificate of completion. */
export function downloadCertificate(context: PluginRouteContext): Promise<PluginDownload> {
  return downloadFor(context, 'certificate_file');
}

async function downloadFor(context: PluginRouteContext, field: 'signed_file' | 'certificate_file'): Promise<PluginDownload> {
  const session = await openSession(context);
  assertStatus(context, session, ['completed']);
  const instance = (await findInstance(context, session.instance.id)) ?? context.refuse('link_invalid');
  return downloadResult(context, instance, field);
}
