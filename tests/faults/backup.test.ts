import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSqliteStore, openStoredFile } from '../../engine/adapters/sqlite/index.ts';
import { backUp, restoreBackup, verifyBackup, type BackupConfiguration } from '../../engine/application/index.ts';
import { RECORD_COLLECTIONS } from '../../engine/records/index.ts';
import { WORKSHOP } from '../api/each-store.ts';
import { createApiClient } from '../support/api-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { download, upload } from '../support/upload.ts';
import { checkConsistency } from './check-consistency.ts';
import { copyProduct, type CopiedProduct } from './copied-product.ts';
import { createKillTestData, startLoad, type Acknowledged } from './kill-load.ts';
import { launchProduct, startProduct, useProgram } from './product-process.ts';
import { runScript } from './run-script.ts';

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe('A backup of a product under load', () => {
  const { folder, theProgram } = useProgram('backup');
  let copy: CopiedProduct | undefined;
  beforeAll(() => {
    copy = copyProduct(theProgram());
  });
  afterAll(() => {
    copy?.remove();
  });

  it(
    'contains every confirmed save with its history, effects and files, and is restored into another folder',
    async () => {
      const image = (copy as CopiedProduct).folder;
      const [dataFolder, other, target] = ['running', 'restored', 'backup'].map((name) => path.join(folder, name)) as [
        string,
        string,
        string,
      ];
      mkdirSync(dataFolder);
      const acknowledged: Acknowledged[] = [];
      const files = new Map<string, string>();
      const product = await startProduct(theProgram(), { dataFolder });
      let token: string | undefined;
      let world;
      let confirmed: readonly Acknowledged[];
      let known: ReadonlyMap<string, string>;
      try {
        const admin = await product.signIn();
        token = admin.token;
        world = await createKillTestData(admin);
        const load = startLoad(product.url, admin.token, world, 0, acknowledged);
        const uploads = uploadUntilGone(admin, files);
        await expect.poll(() => Math.min(acknowledged.length, files.size * 20)).toBeGreaterThan(100);
        [confirmed, known] = [[...acknowledged], new Map(files)];
        const made = await runScript(image, 'backup', [target], dataFolder);
        expect(made).toMatchObject({ code: 0, err: '' });
        expect(made.out).toContain(`The backup is in ${target}.`);
        expect(made.out).toContain('whoever has it can read all data, sensitive fields too.');
        expect(acknowledged.length).toBeGreaterThan(confirmed.length);
        const refused = await runScript(image, 'restore', [target, '--replace'], dataFolder);
        expect([refused.code, refused.err]).toEqual([
          1,
          `No backup was restored: the product is running on ${dataFolder}. Stop it first.\n`,
        ]);
        product.signal('SIGKILL');
        await Promise.all([product.ended, load.done, uploads]);
      } finally {
        await product.remove();
      }
      expect(await runScript(image, 'restore', [target, '--verify'], dataFolder)).toMatchObject({ code: 0, err: '' });
      expect(await runScript(image, 'restore', [target], other)).toMatchObject({ code: 0, err: '' });
      const stored = openStoredFile(path.join(other, 'muster.sqlite'));
      expect(stored.checkIntegrity()).toEqual([]);
      stored.close();
      const restored = await startProduct(theProgram(), { dataFolder: other });
      const history = await createSqliteStore({ file: path.join(other, 'muster.sqlite') });
      try {
        await history.applySchemas(RECORD_COLLECTIONS);
        // The session of before is valid: the secret is the same.
        const admin = createApiClient(restored.url, token);
        await checkConsistency(admin, history, world, confirmed);
        for (const [address, digest] of known) expect(digestOf((await download(admin, address)).bytes), address).toBe(digest);
      } finally {
        await history.close();
        await restored.remove();
      }
    },
    300_000 * inject('timeoutFactor'),
  );

  it('is not made on MongoDB, and a product does not start on a folder whose restore was interrupted', async () => {
    const image = (copy as CopiedProduct).folder;
    const environment = { MONGODB_URL: 'mongodb://localhost:1/none', MUSTER_SECRET: 'x'.repeat(32) };
    for (const [script, tool] of [
      ['backup', 'mongodump'],
      ['restore', 'mongorestore'],
    ] as const) {
      const ended = await runScript(image, script, [path.join(folder, 'mongo')], path.join(folder, 'unused'), environment);
      expect([ended.code, ended.out]).toEqual([1, '']);
      expect(ended.err).toContain(`${tool} --uri="$MONGODB_URL"`);
    }
    const dataFolder = path.join(folder, 'interrupted');
    mkdirSync(path.join(dataFolder, 'restoring'), { recursive: true });
    const product = await launchProduct(theProgram(), { dataFolder });
    expect((await product.ended).code).toBe(1);
    expect(product.standardError()).toContain(`a restore into ${dataFolder} was interrupted. Repeat it with --replace.`);
    expect(readdirSync(dataFolder)).toEqual(['restoring']);
  });
});

/** Uploads one file after the other until the server is gone, and collects the SHA-256 of each by its path. */
async function uploadUntilGone(client: Parameters<typeof upload>[0], files: Map<string, string>): Promise<void> {
  for (let count = 0; count < 10_000; count += 1) {
    const content = `File ${count}\n`.repeat(1 + ((count * 37) % 500));
    const made = await upload(client, { name: `file${count}.txt`, content }).catch(() => undefined);
    if (made === undefined) return;
    // The number of uploads that no record refers to is limited.
    if (made.status !== 201) return;
    files.set(made.body.path as string, digestOf(Buffer.from(content)));
  }
}

describe('Backups', () => {
  let server: TestServer;
  let configuration: BackupConfiguration;
  let folder: string;
  let backup: string;
  let counter = 0;
  const place = (): string => path.join(folder, `place${(counter += 1)}`);
  const refusalOf = async (work: Promise<unknown>): Promise<{ code: unknown; message: string }> => {
    const error = (await work.then(
      () => ({}),
      (reason: unknown) => reason,
    )) as { code?: unknown; message?: string };
    return { code: error.code, message: error.message ?? '' };
  };

  beforeAll(async () => {
    server = await startServer({ ...WORKSHOP, store: 'sqlite' });
    const { dataFolder } = server.application.configuration;
    folder = `${dataFolder}-backups`;
    writeFileSync(path.join(dataFolder, 'secret'), `${'s'.repeat(40)}\n`, { mode: 0o600 });
    configuration = { dataFolder, mongodbUrl: undefined, secret: undefined };
    await server.admin.post('/api/tools', { name: 'Hammer' });
    const { body } = await upload(server.admin, { name: 'a.txt', content: 'text' });
    await upload(server.admin, { name: 'b.txt', content: 'more text' });
    expect(body.size).toBe(4);
    backup = (await backUp(configuration, place())).folder;
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('have a manifest and checksums, are readable by their owner alone, and are whole', async () => {
    expect(readdirSync(backup).sort()).toEqual(['SHA256SUMS', 'files', 'manifest.json', 'muster.sqlite', 'secret']);
    expect(JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'))).toMatchObject({
      format: 1,
      dataVersion: expect.any(Number) as number,
      files: { count: 2, bytes: 13, missing: [] },
      secret: { included: true },
    });
    const lines = readFileSync(path.join(backup, 'SHA256SUMS'), 'utf8').trim().split('\n');
    for (const line of lines) {
      const [sha256, name = ''] = line.split('  ');
      expect(digestOf(readFileSync(path.join(backup, name)))).toBe(sha256);
      expect(statSync(path.join(backup, name)).mode & 0o077, name).toBe(0);
    }
    expect(lines).toHaveLength(4);
    expect(statSync(backup).mode & 0o077).toBe(0);
    await verifyBackup(backup);
  });

  it('are not made into an existing folder, into the data folder, or without a store', async () => {
    for (const [one, target, reason] of [
      [configuration, backup, 'exists'],
      [configuration, path.join(configuration.dataFolder, 'backup'), 'outside the data folder'],
      [{ ...configuration, dataFolder: folder }, place(), 'Set MUSTER_DATA_DIR'],
    ] as const) {
      const { code, message } = await refusalOf(backUp(one, target));
      expect(code).toBe('backup_refused');
      expect(message).toContain(reason);
    }
  });

  it('leave nothing behind when they are stopped', async () => {
    const target = place();
    const stopped = new AbortController();
    const work = backUp(configuration, target, { signal: stopped.signal, onProgress: () => stopped.abort(new Error('stopped')) });
    expect((await refusalOf(work)).message).toBe('stopped');
    expect(readdirSync(folder).filter((name) => name.startsWith(path.basename(target)))).toEqual([]);
  });

  it('name the files whose content is lost or changed in the store', async () => {
    const { body } = await upload(server.admin, { name: 'c.txt', content: 'lost' });
    const { body: changed } = await upload(server.admin, { name: 'd.txt', content: 'before' });
    const contentOf = (id: string): string => path.join(configuration.dataFolder, 'files', id.slice(-2), id);
    rmSync(contentOf(body._id as string));
    writeFileSync(contentOf(changed._id as string), 'after');
    const made = await backUp(configuration, place());
    expect([made.lostFiles, made.changedFiles, made.manifest.files.missing]).toEqual([[body._id], [changed._id], [body._id]]);
    await verifyBackup(made.folder);
  });

  it('name the files that were removed as unused while the backup was made, which are not lost', async () => {
    const { body } = await upload(server.admin, { name: 'e.txt', content: 'unused' });
    const id = body._id as string;
    const removeOnce = (): void => {
      rmSync(path.join(configuration.dataFolder, 'files', id.slice(-2), id), { force: true });
      const database = new Database(path.join(configuration.dataFolder, 'muster.sqlite'));
      database.prepare(`DELETE FROM "_files~r" WHERE id = ?`).run(id);
      database.close();
    };
    // The first progress is reported when the copied state is fixed and no page is copied yet.
    const made = await backUp(configuration, place(), { onProgress: removeOnce });
    expect(made.manifest.files.missing).toContain(id);
    expect(made.lostFiles).not.toContain(id);
    await verifyBackup(made.folder);
  });

  it('are refused when a part is missing, changed or not listed, and when a newer version made them', async () => {
    const { code, message } = await refusalOf(verifyBackup(folder));
    expect([code, message]).toEqual(['backup_invalid', `The backup ${folder} is not whole: there is no manifest.json.`]);
    const change = async (name: string, edit: (file: string) => void): Promise<{ code: unknown; message: string }> => {
      const { folder: made } = await backUp(configuration, place());
      edit(path.join(made, name));
      const target = { ...configuration, dataFolder: place() };
      const refusal = await refusalOf(restoreBackup(target, made));
      expect(existsSync(target.dataFolder)).toBe(false);
      return refusal;
    };
    const edit = (more: object) => (file: string) =>
      writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...more }));
    expect((await change('muster.sqlite', (file) => appendFileSync(file, 'x'))).message).toContain('muster.sqlite was changed.');
    expect((await change('secret', (file) => rmSync(file))).message).toContain('secret cannot be read (ENOENT).');
    expect((await change('SHA256SUMS', (file) => appendFileSync(file, 'x'))).message).toContain('SHA256SUMS was changed.');
    expect((await change('manifest.json', (file) => writeFileSync(file, '{}'))).code).toBe('backup_invalid');
    for (const newer of [{ format: 2 }, { version: '99.0.0' }, { dataVersion: 1_000 }]) {
      const refusal = await change('manifest.json', edit(newer));
      expect(refusal.code).toBe('restore_refused');
      expect(refusal.message).toContain('Install that version or a later one.');
    }
  });

  it('are restored into an empty folder only, unless the previous data are moved aside', async () => {
    const target = { ...configuration, dataFolder: place() };
    const { replaced, warnings } = await restoreBackup(target, backup);
    expect([replaced, warnings]).toEqual([undefined, []]);
    expect(readdirSync(target.dataFolder).sort()).toEqual(['files', 'muster.sqlite', 'secret']);
    expect((await refusalOf(restoreBackup(target, backup))).message).toContain('has data already. With --replace they are moved aside.');
    writeFileSync(path.join(target.dataFolder, 'secret'), 'earlier');
    const again = await restoreBackup(target, backup, { replaces: true });
    expect(readFileSync(path.join(again.replaced ?? '', 'secret'), 'utf8')).toBe('earlier');
    expect(readFileSync(path.join(target.dataFolder, 'secret'), 'utf8')).toBe(`${'s'.repeat(40)}\n`);
    expect(readdirSync(target.dataFolder).sort()).toEqual(['files', 'muster.sqlite', path.basename(again.replaced ?? ''), 'secret']);
    // A restore that was killed while it moved its parts is repeated.
    rmSync(path.join(target.dataFolder, 'muster.sqlite'));
    mkdirSync(path.join(target.dataFolder, 'restoring'));
    await restoreBackup(target, backup, { replaces: true });
    expect(readdirSync(target.dataFolder).filter((name) => !name.startsWith('replaced-'))).toEqual(['files', 'muster.sqlite', 'secret']);
    const running = await refusalOf(restoreBackup(configuration, backup, { replaces: true }));
    expect([running.code, running.message]).toEqual([
      'restore_refused',
      `No backup was restored: the product is running on ${configuration.dataFolder}. Stop it first.`,
    ]);
  });

  it('warn of another secret', async () => {
    const secret = 'another-secret-that-is-long-enough-0123456789';
    const withOther = await restoreBackup({ ...configuration, secret, dataFolder: place() }, backup);
    expect(withOther.warnings.join()).toContain('MUSTER_SECRET is not the secret of the backup.');
    const { folder: without, manifest } = await backUp({ ...configuration, secret }, place());
    expect([manifest.secret.included, existsSync(path.join(without, 'secret'))]).toEqual([false, false]);
    expect((await restoreBackup({ ...configuration, dataFolder: place() }, without)).warnings.join()).toContain(
      'Set the same one before the start',
    );
    expect((await restoreBackup({ ...configuration, secret, dataFolder: place() }, without)).warnings.join()).not.toContain(
      'MUSTER_SECRET',
    );
  });
});
