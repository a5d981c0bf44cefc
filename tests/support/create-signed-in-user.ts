import type { ApiClient } from './api-client.ts';
import type { TestServer } from './start-server.ts';

const PASSWORD = 'Recruit-pass1!';

/** A Standard user with the named roles (default: Recruiter), signed in. */
export async function createSignedInUser(server: TestServer, email: string, roles: readonly string[] = ['Recruiter']): Promise<ApiClient> {
  const known = (await server.admin.post('/api/roles/search', { selectAll: true, pageSize: 100 })).body.data as {
    _id: string;
    name: string;
  }[];
  const ids = roles.map((name) => {
    const role = known.find((one) => one.name === name);
    if (role === undefined) throw new Error(`There is no role ${name} among ${known.map((one) => one.name).join(', ')}`);
    return role._id;
  });
  const made = await server.admin.post('/api/users/register', {
    first_name: 'Test',
    last_name: 'Person',
    email,
    password: PASSWORD,
    userType: 'Standard',
    roles: ids,
    active: true,
  });
  if (made.status >= 300) throw new Error(`register returned ${made.status}: ${JSON.stringify(made.body)}`);
  return server.signIn(email, PASSWORD);
}
