import type { ApiClient } from './api-client.ts';
import { must } from './record-helpers.ts';
import type { TestServer } from './start-server.ts';

const PASSWORD = 'Works-pass1!';

/** A user of the shipped product who is signed in. */
export interface HiredUser {
  readonly id: string;
  readonly client: ApiClient;
}

/** Registers an active recruiter by their first name, with other fields if given, and signs them in: `ann@muster.test` for Ann. */
export async function hireUser(server: TestServer, name: string, fields: object = {}): Promise<HiredUser> {
  const email = `${name.toLowerCase()}@muster.test`;
  const person = { email, password: PASSWORD, first_name: name, last_name: 'Works' };
  const rights = { userType: 'Standard', roles: ['role_recruiter'], active: true };
  const { _id } = await must(server.admin.post('/api/users/register', { ...person, ...rights, ...fields }), 201);
  return { id: _id as string, client: await server.signIn(email, PASSWORD) };
}
