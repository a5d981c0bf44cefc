import { hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { MusterError } from '../errors/index.ts';
import { findPasswordProblems } from '#engine/model';

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

/** Whether the password matches; takes as long when there is no hash. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await dummyHash), password);
  return fits && passwordHash !== undefined;
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
