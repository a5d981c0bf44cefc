import { createApiClient, type ApiClient } from '../support/api-client.ts';

const ROLES = ['role_recruiter', 'role_manager', 'role_account_manager', 'role_credentialing_specialist'];
const PASSWORD = 'Bench-pass1!';

/** Creates this many users with different roles, and returns their tokens. A user opens a limited number of sockets. */
export async function makeReaders(admin: ApiClient, users: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < users; index += 1) {
    const person = { email: `reader${index}@muster.example`, password: PASSWORD };
    const made = await admin.post('/api/users/register', {
      ...person,
      first_name: 'Reader',
      last_name: `No ${index}`,
      userType: 'Standard',
      roles: [ROLES[index % ROLES.length]],
      active: true,
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    tokens.push((await createApiClient(admin.url, undefined).post('/api/users/login', person)).body.token as string);
  }
  return tokens;
}
