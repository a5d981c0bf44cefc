import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentWrite } from '../records/index.ts';
import { CREDENTIALS } from './collections.ts';
import { hashPassword } from './passwords.ts';
import type { SessionContext } from './session-context.ts';

/** A user's password as kept. A session holds the version that it was opened with and ends when it rises. */
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

/** The write that gives a user this password, and the version that the credential then has. */
export async function makePasswordWrite(context: SessionContext, userId: string, hash: string): Promise<{ readonly write: StoreWrite; readonly version: number }> {
  const before = await readStoredDocument(context.store, CREDENTIALS, userId);
  return { write: createDocumentWrite(CREDENTIALS, userId, before, { hash, changedAt: context.clock.now() }), version: (before?._version ?? 0) + 1 };
}

/** Gives a user this password, whatever it was before; sessions opened with the one before are ended by it. */
export async function replacePassword(context: SessionContext, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await commitUnitWithRetry(context.store, async () => {
    const { write } = await makePasswordWrite(context, userId, hash);
    return { unit: { writes: [write], bumps: ['rights'] }, answer: undefined };
  });
}

/** Gives a user their first password; false when they have one already. */
export async function setFirstPassword(context: SessionContext, userId: string, password: string): Promise<boolean> {
  const hash = await hashPassword(password);
  const write = createDocumentWrite(CREDENTIALS, userId, undefined, { hash, changedAt: context.clock.now() });
  return (await context.store.commit({ writes: [write], bumps: ['rights'] })).committed;
}
