import { describe, expect, it } from 'vitest';
import { createApiClient } from '../support/api-client.ts';
import { ADMIN, startProduct, useProgram } from './product-process.ts';

/** Personal data and credentials; none of them may be logged. */
const SECRETS = {
  name: 'Zephyrina',
  family: 'Quillfeather',
  email: 'zephyrina.quillfeather@muster.test',
  password: 'Zq-password1!',
  phone: '2125550147',
  street: '77 Marmalade Row',
  note: 'allergic to marzipan',
};

describe('The log', () => {
  const { folder, theProgram } = useProgram('log');

  it('contains ids and codes, and nothing that users entered, for successes and failures', async () => {
    // A mail server that does not exist, so that an error is logged while an e-mail is sent.
    const product = await startProduct(theProgram(), { dataFolder: folder, environment: { SMTP_URL: 'smtp://user:mailpass@127.0.0.1:1' } });
    try {
      const admin = await product.signIn();
      const anonymous = createApiClient(product.url, undefined);
      const person = { first_name: SECRETS.name, last_name: SECRETS.family, email: SECRETS.email };
      const user = await admin.post('/api/users/register', { ...person, userType: 'Standard', password: SECRETS.password });
      expect(user.status).toBe(201);
      expect((await anonymous.post('/api/users/login', { email: SECRETS.email, password: `${SECRETS.password}x` })).status).toBe(422);
      const visitor = await anonymous.post('/api/users/login', { email: SECRETS.email, password: SECRETS.password });
      const cookie = visitor.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      expect((await anonymous.post('/api/users/password-reset', { email: SECRETS.email })).status).toBe(200);
      expect(
        (await admin.post('/api/users/create', { ...person, email: `second.${SECRETS.email}`, userType: 'Standard' })).body._warnings[0]
          .code,
      ).toBe('mail_failed');
      const lead = {
        first_name: SECRETS.name,
        last_name: SECRETS.family,
        lead_status: 'new',
        mobile_phone: SECRETS.phone,
        current_address: { street: SECRETS.street, city: 'Albany', state: 'NY', zip: '12207' },
        description: SECRETS.note,
        email_addresses: [{ email_address: SECRETS.email, primary: true, opt_out: false, invalid_email: false }],
      };
      const made = await admin.post('/api/leads', lead);
      expect(made.status).toBe(201);
      expect((await admin.post('/api/leads', lead)).status).toBe(409);
      expect((await admin.put(`/api/leads/${made.body._id}`, { lead_status: SECRETS.note })).status).toBe(422);
      expect((await admin.raw('POST', '/api/leads', `{"first_name": "${SECRETS.name}"`)).status).toBe(400);
      expect((await admin.get(`/api/leads/${encodeURIComponent(SECRETS.note)}`)).status).toBe(404);
      expect((await admin.get(`/api/${SECRETS.family}/search?words=${SECRETS.name}`)).status).toBe(404);
      expect((await admin.post('/api/leads/search', { searchTerms: { last_name: { nonsense: SECRETS.family } } })).status).toBe(422);
      expect((await admin.get(`/api/users/check-email/${SECRETS.email}`)).status).toBe(200);
      // A token that is used twice is logged as a warning.
      const renewed = await anonymous.post('/api/auth/refresh', undefined, { cookie });
      const again = renewed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      expect((await anonymous.post('/api/auth/refresh', undefined, { cookie: again })).status).toBe(200);
      expect((await anonymous.post('/api/auth/refresh', undefined, { cookie })).status).toBe(401);
      product.signal('SIGTERM');
      expect((await product.ended).code).toBe(0);
      const written = product.standardOutput() + product.standardError();
      const lines = product.logLines().map(({ msg }) => msg);
      expect(lines).toContain('a refresh token was used twice: its session is ended');
      expect(lines).toContain('a temporary password could not be sent');
      for (const secret of [
        ...Object.values(SECRETS),
        ADMIN.password,
        'mailpass',
        admin.token ?? '',
        visitor.body.token as string,
        cookie.split('=')[1] ?? '',
        '$argon2',
      ]) {
        expect(secret.length).toBeGreaterThan(5);
        expect(written.toLowerCase().includes(secret.toLowerCase()), secret).toBe(false);
        expect(written.includes(encodeURIComponent(secret)), secret).toBe(false);
      }
    } finally {
      await product.remove();
    }
  });
});
