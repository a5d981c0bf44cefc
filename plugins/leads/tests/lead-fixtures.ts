import type { ApiClient } from '../../../tests/support/api-client.ts';
import type { TestServer } from '../../../tests/support/start-server.ts';

/** What a lead cannot do without. */
export function leadOf(first: string, last: string): { readonly first_name: string; readonly last_name: string } {
  return { first_name: first, last_name: last };
}

/** An e-mail list of one. */
export function mail(address: string): { readonly email_addresses: readonly object[] } {
  return { email_addresses: [{ email_address: address, primary: true, opt_out: false, invalid_email: false }] };
}

const PASSWORD = 'Recruit-pass1!';

/** A Standard user with the named roles (default: Recruiter), signed in. */
export async function inviteRecruiter(server: TestServer, email: string, roles: readonly string[] = ['Recruiter']): Promise<ApiClient> {
  const known = (await server.admin.post('/api/roles/search', { selectAll: true, pageSize: 100 })).body.data as { _id: string; name: string }[];
  const ids = roles.map((name) => {
    const role = known.find((one) => one.name === name);
    if (role === undefined) throw new Error(`There is no role ${name} among ${known.map((one) => one.name).join(', ')}`);
    return role._id;
  });
  const made = await server.admin.post('/api/users/register', { first_name: 'Test', last_name: 'Person', email, password: PASSWORD, userType: 'Standard', roles: ids, active: true });
  if (made.status >= 300) throw new Error(`register answered ${made.status}: ${JSON.stringify(made.body)}`);
  return server.signIn(email, PASSWORD);
}
