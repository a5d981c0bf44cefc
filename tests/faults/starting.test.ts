import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { META_COLLECTION, MIGRATIONS, migrateData, readMeta, type Migration } from '../../migrations/index.ts';
import { copyProduct, type CopiedProduct } from './copied-product.ts';
import { ADMIN, launchProduct, startProduct, useProgram } from './product-process.ts';

const NOT_A_DATABASE = 'This is a text, and much too long to be taken for the head of a database.'.repeat(20);
const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

describe('Starting', () => {
  const { folder, theProgram } = useProgram('start');
  const newFolder = (): string => mkdtempSync(path.join(folder, 'data-'));
  let copy: CopiedProduct | undefined;
  beforeAll(async () => {
    copy = copyProduct(theProgram());
  });
  afterAll(() => {
    copy?.remove();
  });

  const refuse = async (
    environment: { readonly [name: string]: string },
    dataFolder = newFolder(),
    from = theProgram(),
  ): Promise<string> => {
    const product = await launchProduct(from, { dataFolder, environment });
    try {
      expect(await product.ended).toEqual({ code: 1, signal: null });
      expect(product.standardError()).toMatch(/^Muster cannot start\. /);
      expect(product.standardError()).not.toMatch(/\n\s+at /);
      return product.standardError();
    } finally {
      await product.remove();
    }
  };

  it('prints all problems of the configuration, and exits with 1', async () => {
    const text = await refuse({
      PORT: '70000',
      MUSTER_WORKERS: '0',
      MUSTER_SEED: 'some',
      MUSTER_PUBLIC_URL: 'muster.example',
      SMTP_URL: 'mail.example',
      MUSTER_SECRET: 'short',
      MUSTER_ADMIN_EMAIL: 'nobody',
      REDIS_URL: 'http://127.0.0.1',
    });
    for (const part of [
      'PORT must be a whole number from 0 to 65535.',
      'MUSTER_WORKERS must be a whole number from 1 to 64.',
      'MUSTER_SEED can be demo or none.',
      'MUSTER_PUBLIC_URL must be an address that begins with http:// or https://.',
      'SMTP_URL must be an address that begins with smtp:// or smtps://.',
      'MUSTER_SECRET must have 32 characters or more.',
      'MUSTER_ADMIN_EMAIL is not an e-mail address.',
      'REDIS_URL must be an address that begins with redis:// or rediss://.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('short\n');
  });

  for (const [name, environment, expected] of [
    [
      'a password of the first admin that breaks the rules',
      { MUSTER_ADMIN_PASSWORD: 'weak' },
      'MUSTER_ADMIN_PASSWORD must have 8 to 128 characters',
    ],
    ['a password without an e-mail', { MUSTER_ADMIN_EMAIL: '' }, 'MUSTER_ADMIN_PASSWORD needs MUSTER_ADMIN_EMAIL beside it.'],
    [
      'MongoDB without a secret',
      { MONGODB_URL: 'mongodb://127.0.0.1:1/muster' },
      'With MONGODB_URL, MUSTER_SECRET must be given: the same on every node',
    ],
    [
      "an address that is not MongoDB's",
      { MONGODB_URL: 'postgres://127.0.0.1/muster', MUSTER_SECRET: 'x'.repeat(40) },
      'MONGODB_URL must be an address that begins with mongodb:// or mongodb+srv://.',
    ],
    ["a host that is not this machine's", { HOST: '192.0.2.1' }, 'of 192.0.2.1 cannot be listened at (EADDRNOTAVAIL).'],
    [
      'a MongoDB that is not there',
      { MONGODB_URL: 'mongodb://127.0.0.1:1/muster', MUSTER_SECRET: 'x'.repeat(40) },
      'The database cannot be reached.',
    ],
  ] as const) {
    it(`refuses ${name}`, async () => {
      expect(await refuse(environment)).toContain(expected);
    });
  }

  it('creates a secret that only its owner can read, reuses it, and accepts a configured one', async () => {
    const dataFolder = newFolder();
    const first = await startProduct(theProgram(), { dataFolder });
    const { token } = await first.signIn();
    await first.remove();
    const file = path.join(dataFolder, 'secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = readFileSync(file, 'utf8');
    expect(secret).toMatch(/^[0-9a-f]{64}\n$/);
    expect(first.standardOutput()).not.toContain(secret.trim());
    const second = await startProduct(theProgram(), { dataFolder });
    expect(readFileSync(file, 'utf8')).toBe(secret);
    const request = (url: string) =>
      fetch(`${url}/api/auth/authenticated`, { headers: { authorization: `Bearer ${token ?? ''}` } }).then(({ status }) => status);
    expect(await request(second.url)).toBe(200);
    await second.remove();
    const third = await startProduct(theProgram(), {
      dataFolder,
      environment: { MUSTER_SECRET: 'another-secret-that-is-long-enough-0123' },
    });
    expect(await request(third.url)).toBe(401);
    await third.remove();
  });

  it('prints a generated password of the first admin once, and never a configured one', async () => {
    const dataFolder = newFolder();
    const environment = { MUSTER_ADMIN_EMAIL: '', MUSTER_ADMIN_PASSWORD: '' };
    const first = await startProduct(theProgram(), { dataFolder, environment });
    const password = /Password: +(\S+)/.exec(first.standardOutput())?.[1];
    expect(first.standardOutput()).toContain('First admin: admin@muster.example');
    await first.signIn('admin@muster.example', password);
    await first.remove();
    const second = await startProduct(theProgram(), { dataFolder, environment });
    expect(second.standardOutput()).not.toContain('Password:');
    await second.remove();
    const given = await startProduct(theProgram(), { dataFolder: newFolder() });
    expect(given.standardOutput()).not.toContain(ADMIN.password);
    await given.remove();
  });

  it('refuses an unusable data folder, with its path', async () => {
    const file = path.join(newFolder(), 'a-file');
    writeFileSync(file, '');
    expect(await refuse({ MUSTER_DATA_DIR: file })).toContain(`the data folder ${file} cannot be written (EEXIST).`);
    const dataFolder = newFolder();
    writeFileSync(path.join(dataFolder, 'muster.sqlite'), NOT_A_DATABASE);
    expect(await refuse({}, dataFolder)).toMatch(/The database at .*muster\.sqlite cannot be used: file is not a database/);
    expect(readFileSync(path.join(dataFolder, 'muster.sqlite'), 'utf8')).toBe(NOT_A_DATABASE);
  });

  it('with an empty folder of definitions and without plugins serves the system modules, also again', async () => {
    const [dataFolder, definitions] = [newFolder(), newFolder()];
    const environment = { MUSTER_DEFINITIONS_DIR: definitions, MUSTER_PLUGINS: 'none' };
    for (const names of [
      ['roles', 'teams', 'users'],
      ['roles', 'teams', 'tickets', 'users'],
    ]) {
      const product = await startProduct(theProgram(), { dataFolder, environment });
      const admin = await product.signIn();
      const { body } = await admin.get('/api/shell');
      expect((body.modules as readonly { readonly name: string }[]).map(({ name }) => name).sort()).toEqual(names);
      expect((await admin.get('/api/plugins')).body.data).toEqual([]);
      if (!names.includes('tickets'))
        expect((await admin.post('/api/ss-modules/create', { name: 'tickets', label: 'Tickets', labelSingular: 'Ticket' })).status).toBe(
          201,
        );
      await product.remove();
    }
    expect(await refuse({ ...environment, MUSTER_PLUGINS: 'nothing' })).toContain(
      'MUSTER_PLUGINS names plugins that are not enabled: nothing.',
    );
    expect(await refuse({ MUSTER_DEFINITIONS_DIR: path.join(definitions, 'none') })).toContain('MUSTER_DEFINITIONS_DIR is not a folder.');
  });

  it('with broken definitions prints file, path and cause, and exits, when there are no earlier ones', async () => {
    if (copy === undefined) throw new Error('The product was not copied');
    const file = path.join(copy.definitions, 'recruiting', 'leads', 'module.json');
    const sound = readFileSync(file, 'utf8');
    try {
      for (const [broken, where] of [
        [
          sound.replace('"fieldName": "lead_status"', '"fieldName": "9lives"'),
          /leads\/module\.json is broken at \/fields\/\d+\/fieldName: ./,
        ],
        [sound.slice(0, -20), /leads\/module\.json is broken at /],
        [sound.replace(/"dropdown": "lead_status"/, '"dropdown": "no_such_dropdown"'), /no_such_dropdown/],
      ] as const) {
        expect(broken).not.toBe(sound);
        writeFileSync(file, broken);
        expect(await refuse({}, newFolder(), copy)).toMatch(where);
      }
    } finally {
      writeFileSync(file, sound);
    }
  });

  it('with broken definitions serves the last valid ones, and logs file, path and cause', async () => {
    if (copy === undefined) throw new Error('The product was not copied');
    const dataFolder = newFolder();
    const file = path.join(copy.definitions, 'recruiting', 'leads', 'module.json');
    const sound = readFileSync(file, 'utf8');
    const first = await startProduct(copy, { dataFolder });
    const made = await (await first.signIn()).post('/api/leads', { first_name: 'Keep', last_name: 'Me', lead_status: 'new' });
    expect(made.status).toBe(201);
    await first.remove();
    try {
      for (const broken of [sound.replace('"fieldName": "lead_status"', '"fieldName": "9lives"'), sound.slice(0, -20)]) {
        writeFileSync(file, broken);
        const second = await startProduct(copy, { dataFolder });
        try {
          const admin = await second.signIn();
          expect((await admin.get(`/api/leads/${made.body._id}`)).body).toEqual(made.body);
          expect((await admin.post('/api/leads', { first_name: 'As', last_name: 'Before', lead_status: 'new' })).status).toBe(201);
          const errors = second.logLines().filter(({ level }) => level === 50);
          expect(errors).toMatchObject([
            { file: expect.stringContaining('leads/module.json'), path: expect.any(String), cause: expect.any(String) },
          ]);
          expect(String(errors[0]?.['msg'])).toMatch(/^The definition file .*leads\/module\.json is broken at .+: .+/);
        } finally {
          await second.remove();
        }
      }
    } finally {
      writeFileSync(file, sound);
    }
    const third = await startProduct(copy, { dataFolder });
    expect(third.logLines().filter(({ level }) => level === 50)).toEqual([]);
    await third.remove();
  });

  it('refuses data of a later version, with both versions, and leaves them unchanged', async () => {
    const dataFolder = newFolder();
    mkdirSync(dataFolder, { recursive: true });
    const file = path.join(dataFolder, 'muster.sqlite');
    const own = MIGRATIONS.at(-1)?.number ?? 0;
    const later: Migration[] = [
      ...MIGRATIONS,
      ...[1, 2, 3].map((more) => ({ number: own + more, name: `later-${more}`, run: async () => undefined })),
    ];
    const store = await createSqliteStore({ file });
    await migrateData({ store, log, seed: 'none', migrations: later });
    await store.close();
    expect(await refuse({}, dataFolder)).toContain(`The data were written by version ${own + 3}; this is version ${own}.`);
    const after = await createSqliteStore({ file });
    await after.applySchemas([META_COLLECTION]);
    expect((await readMeta(after))?.dataVersion).toBe(own + 3);
    await after.close();
  });

  it('migrates older data step by step, and continues after an interruption between two steps', async () => {
    const dataFolder = newFolder();
    const file = path.join(dataFolder, 'muster.sqlite');
    const own = MIGRATIONS.at(-1)?.number ?? 0;
    // A store as the product left it, with the version before.
    const product = await startProduct(theProgram(), { dataFolder });
    const made = await (await product.signIn()).post('/api/leads', { first_name: 'Old', last_name: 'Timer', lead_status: 'new' });
    product.signal('SIGTERM');
    await product.ended;
    const store = await createSqliteStore({ file });
    await store.applySchemas([META_COLLECTION]);
    const [meta] = await store.get('_meta', ['data']);
    if (meta === undefined) throw new Error('The store says nothing of its data');
    const older = { ...meta.document, _version: meta.document._version + 1, dataVersion: own - 1 };
    await store.commit({
      writes: [
        {
          kind: 'update',
          collection: '_meta',
          document: older,
          keys: {},
          previousKeys: {},
          expectedVersion: meta.document._version,
          definitionVersion: 0,
        },
      ],
    });
    const ran: string[] = [];
    const steps: Migration[] = [
      ...MIGRATIONS,
      { number: own + 1, name: 'next', run: async () => void ran.push('next') },
      {
        number: own + 2,
        name: 'fails-once',
        run: async () => {
          ran.push('fails-once');
          if (ran.length < 3) throw new Error('cut off');
        },
      },
    ];
    // A start runs the product's own timeline …
    await store.close();
    const migrated = await startProduct(theProgram(), { dataFolder });
    expect(migrated.logLines()).toEqual(
      expect.arrayContaining([expect.objectContaining({ migration: own, name: MIGRATIONS.at(-1)?.name, msg: 'migrating the data' })]),
    );
    expect((await (await migrated.signIn()).get(`/api/leads/${made.body._id}`)).body).toEqual(made.body);
    await migrated.remove();
    // … and an interrupted migration continues where it stopped.
    const again = await createSqliteStore({ file });
    await expect(migrateData({ store: again, log, seed: 'none', migrations: steps })).rejects.toThrow('cut off');
    expect((await readMeta(again))?.dataVersion).toBe(own + 1);
    expect(await migrateData({ store: again, log, seed: 'none', migrations: steps })).toMatchObject({ dataVersion: own + 2 });
    expect(ran).toEqual(['next', 'fails-once', 'fails-once']);
    await again.close();
  });
});
