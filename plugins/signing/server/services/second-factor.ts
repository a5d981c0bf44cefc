import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { MusterError, type PluginRouteContext } from '#engine';
import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { actForPlugin, changeInstance, type Instance } from './instances.ts';
import { SMS } from './other-plugins.ts';
import { writeMail } from './mail-texts.ts';
import { readNow } from './schedule.ts';
import { eventOfSigner, type SigningSession } from './signing-session.ts';

const VALID_MS = 600_000;
/** Between two codes. */
const PAUSE_MS = 30_000;
const MOST_TRIES = 5;
const DAY = 86_400_000;
/** Of a recipient in a day. */
const MOST_CODES = 10;

/** A code that was sent. */
interface SentCode {
  readonly digest: string;
  /** ISO time. */
  readonly at: string;
  readonly tries: number;
  /** Codes since a time: guessing must not go on and on with new ones. */
  readonly sent: number;
  readonly since: string;
}

function readCodes({ record }: Instance): { readonly [recipient: string]: SentCode } {
  return (record['codes'] ?? {}) as unknown as { readonly [recipient: string]: SentCode };
}

function digestCode(instance: string, recipient: string, code: string): string {
  return createHash('sha256').update(`${instance}/${recipient}/${code}`).digest('hex');
}

/** Sends a recipient a code, which replaces the one before. Errors: `esign_code_too_soon`, `esign_code_used_up`, `esign_code_not_sent`. */
export async function sendCode(context: PluginRouteContext, { instance, recipient }: SigningSession): Promise<void> {
  const id = recipient.recipientId;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await changeInstance(context, instance.id, actForPlugin(), (current) => {
    const sent = countCode(context, readCodes(current)[id], digestCode(instance.id, id, code));
    return { fields: { codes: { ...readCodes(current), [id]: sent } as unknown as JsonObject } };
  });
  await deliver(context, instance, {
    code,
    channel: recipient.second_factor ?? 'email',
    email: toText(recipient.email),
    phone: toText(recipient.phone),
    name: toText(recipient.name),
  });
}

function countCode({ clock, refuse }: PluginRouteContext, before: SentCode | undefined, digest: string): SentCode {
  const now = clock.now();
  const at = new Date(now).toISOString();
  if (before === undefined || now - Date.parse(before.since) > DAY) return { digest, at, tries: 0, sent: 1, since: at };
  if (now < Date.parse(before.at) + PAUSE_MS) refuse('esign_code_too_soon');
  return before.sent >= MOST_CODES ? refuse('esign_code_used_up') : { ...before, digest, at, tries: 0, sent: before.sent + 1 };
}

interface Delivery {
  readonly code: string;
  readonly channel: 'email' | 'sms';
  readonly email: string;
  readonly phone: string;
  readonly name: string;
}

async function deliver(context: PluginRouteContext, instance: Instance, { code, channel, email, phone, name }: Delivery): Promise<void> {
  const refuse = (reason: string): never => context.refuse('esign_code_not_sent', { data: { reason } });
  if (channel === 'email') {
    if (!isEmailAddress(email)) refuse('No e-mail address.');
    await context.mail.send({
      to: [email],
      ...writeMail({ kind: 'code', title: instance.title, recipient: name, sender: '', code }),
      repeatable: false,
    });
    return;
  }
  if (!context.hasService(SMS)) refuse('Text messages are not set up.');
  const user = toText(instance.record['assigned_to']) || toText(instance.record['created_by']);
  const text = `${code} is your code for "${instance.title.slice(0, 60)}". It is valid for ten minutes. Give it to nobody.`;
  try {
    const result = await context.service(SMS).sendText({ to: phone, text, user, key: `code/${instance.id}/${context.ids.next()}` });
    if (result.kind === 'refused') refuse(result.reason);
  } catch (error) {
    if (error instanceof MusterError && error.status < 500) refuse(error.message);
    throw error;
  }
}

/**
 * Checks a code, which is valid once. Of many tries at once each counts. Errors: `esign_code_wrong`, `esign_code_used_up` after five wrong
 * ones or ten minutes.
 */
export async function checkCode(context: PluginRouteContext, session: SigningSession, code: string): Promise<void> {
  const id = session.recipient.recipientId;
  let isRight = false;
  let isUsedUp = false;
  await changeInstance(context, session.instance.id, actForPlugin(), (current) => {
    const { [id]: sent, ...others } = readCodes(current);
    isUsedUp = sent === undefined || sent.tries >= MOST_TRIES || readNow(context, current) > Date.parse(sent.at) + VALID_MS;
    if (sent === undefined || isUsedUp) return undefined;
    isRight = timingSafeEqual(Buffer.from(sent.digest), Buffer.from(digestCode(current.id, id, code)));
    const codes = isRight ? others : { ...others, [id]: { ...sent, tries: sent.tries + 1 } };
    if (!isRight) return { fields: { codes: codes as unknown as JsonObject } };
    const proven = { ...session, link: { ...session.link, f: true as const } };
    const description = session.recipient.second_factor === 'sms' ? 'Code by text message' : 'Code by e-mail';
    return {
      fields: { codes: codes as unknown as JsonObject },
      events: [eventOfSigner(context, proven, { type: 'Identity Proven', description })],
    };
  });
  if (isUsedUp) context.refuse('esign_code_used_up');
  if (!isRight) context.refuse('esign_code_wrong');
}
