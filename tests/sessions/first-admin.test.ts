import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { composeApplication, type Application, type Configuration } from '../../engine/application/index.ts';
import { WORKSHOP } from '../api/each-store.ts';

const folders: string[] = [];
const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function makeConfiguration(more: Partial<Configuration> = {}): Configuration {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'muster-admin-'));
  folders.push(dataFolder);
  return {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    mongodbUrl: undefined,
    adminEmail: undefined,
    adminPassword: undefined,
    seed: 'none',
    publicUrl: 'http://localhost',
    secret: 'a-secret-of-tests-that-is-long-enough-0123456789',
    smtpUrl: undefined,
    workers: 1,
    ...more,
  };
}

async function withApplication<T>(configuration: Configuration, run: (application: Application) => Promise<T>): Promise<T> {
  const application = await composeApplication(configuration, {
    definitionFolders: WORKSHOP.definitionFolders ?? [],
    plugins: [],
    log,
    watchdog: false,
  });
  try {
    return await run(application);
  } finally {
    await application.close();
  }
}

const address = '127.0.0.1';

describe('The first admin', () => {
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('may have a password that is longer than the setting allows, because the operator sets it', async () => {
    const password = `Chief-pass1!${'x'.repeat(116)}`;
    await withApplication(makeConfiguration({ adminEmail: 'chief@muster.test', adminPassword: password }), async (application) => {
      await application.ensureFirstAdmin();
      expect((await application.sessions.signIn({ email: 'chief@muster.test', password, address })).user.userType).toBe('System Admin');
    });
  });

  it('has the e-mail and password of the configuration, and is created once', async () => {
    const configuration = makeConfiguration({ adminEmail: 'chief@muster.test', adminPassword: 'Chief-pass1!' });
    await withApplication(configuration, async (application) => {
      expect(await application.ensureFirstAdmin()).toMatchObject({ email: 'chief@muster.test', generatedPassword: undefined });
      expect(await application.ensureFirstAdmin()).toBeUndefined();
      const { user, teams } = await application.sessions.signIn({ email: 'chief@muster.test', password: 'Chief-pass1!', address });
      expect(user.userType).toBe('System Admin');
      expect(teams).toMatchObject([{ name: 'Global' }]);
    });
    // Another configuration neither creates another admin in a store that has one nor changes their password.
    await withApplication({ ...configuration, adminEmail: 'other@muster.test', adminPassword: 'Other-pass1!' }, async (application) => {
      expect(await application.ensureFirstAdmin()).toBeUndefined();
      await expect(application.sessions.signIn({ email: 'other@muster.test', password: 'Other-pass1!', address })).rejects.toMatchObject({
        code: 'sign_in_failed',
      });
      await application.sessions.signIn({ email: 'chief@muster.test', password: 'Chief-pass1!', address });
    });
  });

  it('gets a generated password that satisfies the rules, a different one each time', async () => {
    const passwords = await Promise.all(
      [1, 2].map(() =>
        withApplication(makeConfiguration(), async (application) => {
          const admin = await application.ensureFirstAdmin();
          expect(admin?.email).toBe('admin@muster.example');
          const password = admin?.generatedPassword ?? '';
          expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*[@#$%^&+=?!*]).{8,20}$/);
          await application.sessions.signIn({ email: 'admin@muster.example', password, address });
          return password;
        }),
      ),
    );
    expect(passwords[0]).not.toBe(passwords[1]);
  });

  it('gets a password at the next start when the first start was interrupted before setting it', async () => {
    const configuration = makeConfiguration({ adminEmail: 'chief@muster.test', adminPassword: 'Chief-pass1!' });
    await withApplication(configuration, async (application) => {
      const admin = await application.ensureFirstAdmin();
      const [credentials] = await application.store.get('_credentials', [admin?.userId ?? '']);
      await application.store.commit({
        writes: [
          {
            kind: 'remove',
            collection: '_credentials',
            id: admin?.userId ?? '',
            previousKeys: {},
            expectedVersion: credentials?.document._version ?? 0,
          },
        ],
      });
      await expect(application.sessions.signIn({ email: 'chief@muster.test', password: 'Chief-pass1!', address })).rejects.toMatchObject({
        code: 'sign_in_failed',
      });
      expect(await application.ensureFirstAdmin()).toMatchObject({ userId: admin?.userId });
      await application.sessions.signIn({ email: 'chief@muster.test', password: 'Chief-pass1!', address });
    });
  });

  it('is created once, with one generated password that works, when several processes start at the same time', async () => {
    const configuration = makeConfiguration();
    await withApplication(configuration, (one) =>
      withApplication(configuration, (two) =>
        withApplication(configuration, async (three) => {
          const made = (await Promise.all([one, two, three].map((application) => application.ensureFirstAdmin()))).filter(
            (admin) => admin !== undefined,
          );
          expect(made).toHaveLength(1);
          await two.sessions.signIn({ email: 'admin@muster.example', password: made[0]?.generatedPassword ?? '', address });
        }),
      ),
    );
  });
});
