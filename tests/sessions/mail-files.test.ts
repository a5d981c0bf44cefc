import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogPort } from '../../engine/ports/index.ts';
import { readMailFiles, type MailFile } from '../../engine/testing/mail-files.ts';
import { readService } from '../support/services.ts';
import { createSessionsEnvironment, newEmail, PASSWORD, temporaryPasswordIn, type SessionsEnvironment } from './sessions-environment.ts';

const stores: readonly ('sqlite' | 'mongodb')[] =
  readService('MONGODB_URL', 'mail files on MongoDB') === undefined ? ['sqlite'] : ['sqlite', 'mongodb'];

describe.each(stores)('Without a mail server, on %s', (store) => {
  const lines: string[] = [];
  const note = (data: object, text: string): void => void lines.push(JSON.stringify({ ...data, text }));
  const log: LogPort = { debug: note, info: note, warn: note, error: note };
  let world: SessionsEnvironment | undefined;
  const theWorld = (): SessionsEnvironment => {
    if (world === undefined) throw new Error('The server did not start');
    return world;
  };
  const dataFolder = (): string => theWorld().server.application.configuration.dataFolder;
  beforeAll(async () => {
    world = await createSessionsEnvironment(store, { log });
  });
  afterAll(() => world?.stop());

  const fileTo = async (email: string): Promise<MailFile> => {
    const find = (): MailFile | undefined => readMailFiles(dataFolder()).findLast(({ to }) => to.includes(email));
    await expect.poll(find).toBeDefined();
    return find() as MailFile;
  };
  const finish = async (email: string, mail: MailFile, password: string): Promise<void> => {
    const first = await theWorld().anonymous.post('/api/users/templogin', { email, password: temporaryPasswordIn(mail.text) });
    expect(first.status).toBe(200);
    expect((await theWorld().anonymous.post('/api/users/completeRegistration', { token: first.body.token, password })).status).toBe(200);
    await theWorld().signIn(email, password);
  };

  it('a forgotten password is replaced using the mail file', async () => {
    const user = await theWorld().makeUser();
    expect((await theWorld().anonymous.post('/api/users/password-reset', { email: user.email })).status).toBe(200);
    const mail = await fileTo(user.email);
    expect(path.basename(mail.file)).not.toContain('nora');
    expect(statSync(mail.file).mode & 0o777).toBe(0o600);
    expect(readFileSync(mail.file, 'utf8')).toMatch(
      /^From: Muster <muster@localhost>\r\nTo: nora\.\S+\r\nSubject: Your temporary Muster password\r\n/,
    );
    await finish(user.email, mail, 'Changed-pass2!');
  });

  it('an invited user sets a first password using the mail file', async () => {
    const email = newEmail();
    const made = await (await theWorld().admin()).post('/api/users/create', {
      first_name: 'In',
      last_name: 'Vited',
      email,
      userType: 'Standard',
    });
    expect([made.status, made.body._warnings]).toEqual([201, undefined]);
    await finish(email, await fileTo(email), PASSWORD);
  });

  it('the log contains the folder of the unsent mail, but neither its recipient nor its content', () => {
    const folder = path.join(dataFolder(), 'outbox');
    const warnings = lines.filter((line) => line.includes('an e-mail was not sent because SMTP_URL is not set'));
    expect(warnings).toHaveLength(2);
    for (const line of warnings) expect(line).toContain(JSON.stringify(folder));
    for (const { to, text } of readMailFiles(dataFolder())) {
      for (const line of lines) for (const secret of [...to, temporaryPasswordIn(text)]) expect(line).not.toContain(secret);
    }
  });

  it('no response and no collection contains the temporary password', async () => {
    const admin = await theWorld().admin();
    const passwords = readMailFiles(dataFolder()).map(({ text }) => temporaryPasswordIn(text));
    expect(passwords).toHaveLength(2);
    // The forgotten password was replaced, and its user was told.
    await expect.poll(async () => (await admin.get('/api/mail')).body.total).toBe(3);
    const listed = await admin.get('/api/mail');
    const stored = await theWorld().server.application.store.find({
      collection: '_mail',
      filter: { kind: 'constant', value: true },
      sort: [],
      limit: 100,
    });
    const [{ file = '' } = {}] = readMailFiles(dataFolder());
    const name = encodeURIComponent(path.basename(file));
    const tries = await Promise.all(
      [`/outbox/${name}`, `/data/outbox/${name}`, `/api/files/outbox/${name}`, `/api/mail/${name}`, `/..%2foutbox%2f${name}`].map((url) =>
        admin.raw('GET', url, undefined),
      ),
    );
    const texts = [listed, ...tries].map(({ body }) => JSON.stringify(body));
    for (const password of passwords) for (const text of [...texts, JSON.stringify(stored)]) expect(text).not.toContain(password);
  });

  it('a folder that is not writable fails the mail; an invited user is created all the same', async () => {
    const folder = path.join(dataFolder(), 'outbox');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    const made = await (await theWorld().admin()).post('/api/users/create', {
      first_name: 'In',
      last_name: 'Vited',
      email: newEmail(),
      userType: 'Standard',
    });
    expect([made.status, made.body._warnings[0].code]).toEqual([201, 'mail_failed']);
    expect((await (await theWorld().admin()).get('/api/mail')).body.total).toBe(3);
  });
});
