import type { StoreWrite, UnitOfWork } from '../ports/index.ts';
import { CREDENTIALS } from './collections.ts';
import { commitKept, readKept, writeKept } from './kept-document.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './session-families.ts';
import type { SessionContext } from './session-context.ts';

export async function readPasswordHash(context: SessionContext, userId: string): Promise<string | undefined> {
  return (await readKept(context.store, CREDENTIALS, userId))?.hash as string | undefined;
}

/** The writes that give a user this password and end their open sessions. */
export async function makePasswordWrites(context: SessionContext, userId: string, hash: string): Promise<StoreWrite[]> {
  const before = await readKept(context.store, CREDENTIALS, userId);
  return [writeKept(CREDENTIALS, userId, before, { hash, changedAt: context.clock.now() }), ...(await endSessionsOf(context, userId))];
}

/** Gives a user this password, whatever it was before. */
export async function replacePassword(context: SessionContext, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await commitKept(context.store, async () => {
    const unit: UnitOfWork = { writes: await makePasswordWrites(context, userId, hash), bumps: ['rights'] };
    return { unit, answer: undefined };
  });
}
