import type { Page } from 'playwright-core';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { sendSignIn } from './open-browser.ts';
import type { RunningProduct } from './start-product.ts';

/** The password of users created by {@link registerUser}. */
export const REGISTERED_PASSWORD = 'Journey-pass1!';

/** Creates an active user of a type with these roles; returns e-mail and id. `name` distinguishes several users of a type. */
export async function registerUser(
  { application }: RunningProduct,
  userType: string,
  roles: readonly string[],
  name = 'terry',
): Promise<{ readonly email: string; readonly userId: string }> {
  const email = `${name}.${userType.toLowerCase()}@muster.test`;
  const { record } = await application.sessions.register(SYSTEM_ACTOR, {
    fields: { email, userType, first_name: 'Terry', last_name: userType, roles: [...roles] },
    password: REGISTERED_PASSWORD,
  });
  return { email, userId: record._id };
}

/** Signs in as a user created by {@link registerUser}, whatever their first page is. */
export function signInAs(page: Page, email: string): Promise<void> {
  return sendSignIn(page, email, REGISTERED_PASSWORD);
}
