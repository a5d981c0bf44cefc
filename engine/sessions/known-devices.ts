import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { foldText } from '#engine/model/values';

/** Maximum number of users that one device remembers; the oldest is forgotten first. */
const MAX_USERS = 10;

/** The content of a device cookie: a random id, and digests of the e-mails of those who have signed in on the device, latest first. */
interface KnownDevice {
  readonly id: string;
  readonly users: readonly string[];
}

const digest = (secret: string, text: string): string => createHmac('sha256', secret).update(`device:${text}`).digest('base64url');
const userDigestOf = (secret: string, email: string): string => digest(secret, `user:${foldText(email)}`).slice(0, 22);

/** The content of a cookie that this installation signed; undefined for any other text. */
function readCookie(secret: string, cookie: string | undefined): KnownDevice | undefined {
  const [id = '', list = '', signature = ''] = (cookie ?? '').split('.');
  const expected = Buffer.from(digest(secret, `${id}.${list}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return { id, users: list.split('~') };
}

/** The id of a device on which the user with this e-mail has signed in before; undefined for any other device. */
export function findKnownDevice(secret: string, cookie: string | undefined, email: string): string | undefined {
  const device = readCookie(secret, cookie);
  return device?.users.includes(userDigestOf(secret, email)) === true ? device.id : undefined;
}

/** The cookie of a device after the user with this e-mail signed in on it. It opens nothing: the password is still needed. */
export function addToDevice(secret: string, cookie: string | undefined, email: string): string {
  const { id, users } = readCookie(secret, cookie) ?? { id: randomBytes(16).toString('base64url'), users: [] };
  const user = userDigestOf(secret, email);
  const list = [user, ...users.filter((one) => one !== user)].slice(0, MAX_USERS).join('~');
  return `${id}.${list}.${digest(secret, `${id}.${list}`)}`;
}
