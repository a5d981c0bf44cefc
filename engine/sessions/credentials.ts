import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentWrite } from '../records/index.ts';
import { CREDENTIALS } from './collections.ts';
import { hashPassword } from './passwords.ts';
import type { SessionContext } from './session-context.ts';

/** The stored password of a user. A session stores the version that it was opened with and ends when the version rises. */
export interface Credential {
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
    return { unit: { writes: [write], bumps: ['rights'] }, answer: undefined };
  });
}

/** Sets a user's first password; false when they already have one. */
export async function setFirstPassword(context: SessionContext, userId: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password);
  const write = createDocumentWrite(CREDENTIALS, userId, undefined, { hash, changedAt: context.clock.now() });
  return (await context.store.commit({ writes: [write], bumps: ['rights'] })).committed;
}
