import { hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { findPasswordProblems, PASSWORD_MAX, PASSWORD_MAX_LIMIT, PASSWORD_MIN } from '#engine/model/validators';
import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentWrite } from '../records/index.ts';
import { CREDENTIALS } from './collections.ts';
import type { SessionContext } from './session-context.ts';

const SYMBOLS = '@#$%^&+=?!*';
const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

/** argon2id with OWASP's smaller memory setting: 19 MiB, two passes, parallelism 1. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON);
}

/** A hash that no password matches, so that an unknown e-mail takes as long as a known one. */
const dummyHash = hashPassword(randomBytes(24).toString('base64'));

/** Whether the password matches; verifies one hash, and so takes as long, when there is none. */
export async function verifyPassword(
  { verifyHash = verify }: Pick<SessionContext, 'verifyHash'>,
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  const fits = await verifyHash(passwordHash ?? (await dummyHash), password);
  return fits && passwordHash !== undefined;
}

/** The longest password that is accepted: a setting. */
export function maxLengthOf(context: SessionContext): number {
  const setting = context.registry.current().settings.get('password_max_length')?.setting;
  return typeof setting === 'number' ? Math.min(PASSWORD_MAX_LIMIT, Math.max(PASSWORD_MIN, setting)) : PASSWORD_MAX;
}

/** Throws `password_invalid` with all problems of a password that violates the rules. */
export function assertPassword(password: string, maxLength: number): void {
  const problems = password === '' ? [{ code: 'required', message: 'Password is required' }] : findPasswordProblems(password, maxLength);
  if (problems.length > 0)
    throw new MusterError('password_invalid', { details: problems.map(({ code, message }) => ({ field: 'password', code, message })) });
}

const LENGTH = 14;

/** Returns an integer from 0 up to, but not including, a limit. */
type RandomInt = (below: number) => number;

/** A random password that satisfies the rules, without characters that look alike. */
export function generatePassword(): string {
  return drawPassword(randomInt);
}

/** Derives a password from a key: always the same for the same secret and key, and not computable from only one of them. */
export function derivePassword(secret: string, key: string): string {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', key, 4 * 2 * LENGTH));
  let at = -4;
  return drawPassword((below) => bytes.readUInt32BE((at += 4)) % below);
}

function drawPassword(number: RandomInt): string {
  const all = LOWER + UPPER + DIGITS;
  const draw = (from: string): string => from.charAt(number(from.length));
  const characters = [draw(LOWER), draw(UPPER), draw(DIGITS), draw(SYMBOLS), ...Array.from({ length: LENGTH - 4 }, () => draw(all))];
  for (let index = characters.length - 1; index > 0; index--) {
    const other = number(index + 1);
    [characters[index], characters[other]] = [characters[other] as string, characters[index] as string];
  }
  return characters.join('');
}

/** The stored password of a user. A session stores the version that it was opened with and ends when the version rises. */
interface Credential {
  /** Undefined: no password was ever set. */
  readonly hash: string | undefined;
  /** 0: no password was ever set. */
  readonly version: number;
}

export async function readCredential(context: SessionContext, userId: string): Promise<Credential> {
  const stored = await readStoredDocument(context.store, CREDENTIALS, userId);
  return { hash: stored?.hash as string | undefined, version: stored?._version ?? 0 };
}

/** The write that sets a user's password, and the credential version after it. */
export async function makePasswordWrite(
  context: SessionContext,
  userId: string,
  hash: string,
): Promise<{ readonly write: StoreWrite; readonly version: number }> {
  const before = await readStoredDocument(context.store, CREDENTIALS, userId);
  return {
    write: createDocumentWrite(CREDENTIALS, userId, before, { hash, changedAt: context.clock.now() }),
    version: (before?._version ?? 0) + 1,
  };
}

/** Replaces a user's password; sessions opened with the previous one end. */
export async function replacePassword(context: SessionContext, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await commitUnitWithRetry(context.store, async () => {
    const { write } = await makePasswordWrite(context, userId, hash);
    return { unit: { writes: [write], bumps: ['rights'] }, result: undefined };
  });
}

/** Sets a user's first password; false when they already have one. */
export async function setFirstPassword(context: SessionContext, userId: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password);
  const write = createDocumentWrite(CREDENTIALS, userId, undefined, { hash, changedAt: context.clock.now() });
  return (await context.store.commit({ writes: [write], bumps: ['rights'] })).committed;
}
