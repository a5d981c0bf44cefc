import { createHash } from 'node:crypto';
import type { PluginContext, PluginRouteContext } from '#engine';
import { toText } from '#engine/model';
import { OPEN_STATUSES, type Recipient } from '../../shared/instance.ts';
import { findCurrent, listSigners } from '../../shared/turns.ts';
import type { SigningEvent } from './signing-events.ts';
import { findInstance, type Instance } from './instances.ts';
import { isExpired } from './schedule.ts';
import { readKeys, type LinkData } from './signing-link.ts';

/** What a signer agrees to before anything else (ESIGN 7001(c)); a setting can replace it. */
const DEFAULT_CONSENT = `You are about to fill in and sign a document electronically.

You agree to receive this document, and notices about it, in electronic form, and to sign it electronically. An electronic signature has the same effect as one on paper.

You may ask the sender for a paper copy, or sign on paper instead: decline here, give your reason, and the sender is told. You may withdraw this consent at any time before you finish, without a fee, by declining; what you have signed before stays valid.

To see, store and print the documents you need a current browser, a program that shows PDF files, and an e-mail address. Tell the sender when your e-mail address changes.

This consent is for this document only.`;

/** What a recipient can do now. */
export type SessionStatus = 'code' | 'consent' | 'open' | 'waiting' | 'signed' | 'completed' | 'declined' | 'canceled' | 'expired';

/** A recipient with their link. */
export interface SigningSession {
  readonly link: LinkData;
  readonly instance: Instance;
  readonly recipient: Recipient;
}

/** A consent that was given. */
export interface Consent {
  readonly version: string;
  readonly at: string;
}

/**
 * The recipient whom the link of a request is for. Errors: `link_invalid`, also for a document that is deleted or was never sent;
 * `esign_link_replaced` after a delegation.
 */
export async function openSession(context: PluginRouteContext): Promise<SigningSession> {
  const { link, refuse } = context;
  const data = (link?.data ?? refuse('link_invalid')) as unknown as LinkData;
  const instance = (await findInstance(context, toText(data.i))) ?? refuse('link_invalid');
  return toSession(context, instance, data);
}

/** The same with a document that was just read. */
export function toSession({ refuse }: Pick<PluginContext, 'refuse'>, instance: Instance, link: LinkData): SigningSession {
  const recipient = instance.recipients.find(({ recipientId }) => recipientId === link.r) ?? refuse('link_invalid');
  if (readKeys(instance)[link.r] !== link.k) refuse('esign_link_replaced');
  return { link, instance, recipient };
}

const CLOSED: { readonly [status: string]: SessionStatus } = {
  Completed: 'completed',
  Declined: 'declined',
  Canceled: 'canceled',
  Expired: 'expired',
};

/** What the recipient can do now. The second factor comes before everything, also before a copy. */
export function findStatus(context: Pick<PluginContext, 'clock'>, session: SigningSession): SessionStatus {
  const { instance, recipient, link } = session;
  if (recipient.second_factor !== undefined && link.f !== true) return 'code';
  const closed = CLOSED[instance.status];
  if (closed !== undefined) return closed;
  if (recipient.status === 'Signed') return 'signed';
  if (isExpired(context, instance)) return 'expired';
  const turn = findCurrent(listSigners(instance.recipients, instance.data), instance.completeInOrder);
  const isTurn = turn.some(({ recipientId }) => recipientId === recipient.recipientId) && recipient.requested_at !== undefined;
  if (!isTurn || !OPEN_STATUSES.includes(instance.status)) return 'waiting';
  return readConsent(session) === undefined ? 'consent' : 'open';
}

/** The errors of calls in another status. */
const REFUSALS: { readonly [Status in SessionStatus]: string } = {
  code: 'esign_code_needed',
  consent: 'esign_consent_needed',
  open: 'esign_not_open',
  waiting: 'esign_not_your_turn',
  signed: 'esign_not_open',
  completed: 'esign_not_open',
  declined: 'esign_not_open',
  canceled: 'esign_not_open',
  expired: 'esign_not_open',
};

/** Refuses a call that the status does not allow. */
export function assertStatus(
  context: Pick<PluginContext, 'clock' | 'refuse'>,
  session: SigningSession,
  allowed: readonly SessionStatus[] = ['open'],
): void {
  const status = findStatus(context, session);
  if (!allowed.includes(status)) context.refuse(REFUSALS[status], { data: { status } });
}

/** The consent that the recipient gave; undefined: not yet. */
export function readConsent({ instance, link }: Pick<SigningSession, 'instance' | 'link'>): Consent | undefined {
  return ((instance.record['consents'] ?? {}) as unknown as { readonly [recipient: string]: Consent | undefined })[link.r];
}

/** What signers agree to; another text has another version. */
export function readConsentText({ setting }: Pick<PluginContext, 'setting'>): { readonly text: string; readonly version: string } {
  const text = toText(setting('signing_consent')).trim() || DEFAULT_CONSENT;
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

/** The event of a recipient: who, from where, and how their identity was proven. */
export function eventOfSigner(
  { client }: Pick<PluginRouteContext, 'client'>,
  { link, recipient }: SigningSession,
  event: SigningEvent & { readonly timeZone?: string | undefined },
): SigningEvent {
  const { timeZone, details, ...rest } = event;
  return {
    ...rest,
    recipient: recipient.recipientId,
    nonUser: { name: toText(recipient.name), email: toText(recipient.email) },
    ...{ ip_address: client.address, user_agent: client.program },
    ...(timeZone === undefined || !isTimeZone(timeZone) ? {} : { time_zone: timeZone }),
    details: {
      ...details,
      proof: describeProof(link, recipient),
      ...(link.s === undefined ? {} : { inPerson: true, openedBy: link.s }),
    },
  };
}

function describeProof({ f, s }: LinkData, { second_factor }: Recipient): string {
  const base = s === undefined ? 'Link by e-mail' : 'In person';
  return f === true ? `${base} and code by ${second_factor === 'sms' ? 'text message' : 'e-mail'}` : base;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
