import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { foldText } from '#engine/model/values';

/** Maximum number of accounts that one device remembers; the oldest is forgotten first. */
const MAX_ACCOUNTS = 10;

/** The content of a device cookie: a random id, and digests of the accounts that have signed in on the device, latest first. */
interface KnownDevice {
  readonly id: string;
  readonly accounts: readonly string[];
}

const digest = (secret: string, text: string): string => createHmac('sha256', secret).update(`device:${text}`).digest('base64url');
const accountOf = (secret: string, email: string): string => digest(secret, `account:${foldText(email)}`).slice(0, 22);

/** The content of a cookie that this installation signed; undefined for any other text. */
function readCookie(secret: string, cookie: string | undefined): KnownDevice | undefined {
  const [id = '', list = '', signature = ''] = (cookie ?? '').split('.');
  const expected = Buffer.from(digest(secret, `${id}.${list}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return { id, accounts: list.split('~') };
}

/** The id of a device on which the user with this e-mail has signed in before; undefined for any other device. */
export function findKnownDevice(secret: string, cookie: string | undefined, email: string): string | undefined {
  const device = readCookie(secret, cookie);
  return device?.accounts.includes(accountOf(secret, email)) === true ? device.id : undefined;
}

/** The cookie of a device after the user with this e-mail signed in on it. It opens nothing: the password is still needed. */
export function addToDevice(secret: string, cookie: string | undefined, email: string): string {
  const { id, accounts } = readCookie(secret, cookie) ?? { id: randomBytes(16).toString('base64url'), accounts: [] };
  const account = accountOf(secret, email);
  const list = [account, ...accounts.filter((one) => one !== account)].slice(0, MAX_ACCOUNTS).join('~');
  return `${id}.${list}.${digest(secret, `${id}.${list}`)}`;
}
