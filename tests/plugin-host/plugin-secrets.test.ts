import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import { createPluginSecrets, SECRETS_COLLECTION, type PluginManifest, type PluginSecrets } from '../../engine/plugin-host/index.ts';
import { RECORD_COLLECTIONS } from '../../engine/records/index.ts';

const weather: PluginManifest = { name: 'weather', version: '1.0.0', engine: '*', secrets: { key: { title: 'Key' } } };
const [before, after, other] = [
  'the secret of the product, before',
  'the secret of the product, afterwards',
  'another secret of the product',
];

it('a secret setting stays readable with the previous secret of the product, and without it must be entered again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-secrets-'));
  const store = await createSqliteStore({ file: path.join(folder, 'data.sqlite') });
  try {
    await store.applySchemas([...RECORD_COLLECTIONS, SECRETS_COLLECTION]);
    let ids = 0;
    const open = (secret: string, previousSecret?: string): PluginSecrets =>
      createPluginSecrets([weather], {
        store,
        cipher: createAesCipher({ secret, previousSecret }),
        clock: { now: () => 0 },
        ids: { next: () => `id-${(ids += 1)}` },
      });
    const name = { plugin: 'weather', key: 'key' };
    const stateOf = async (secrets: PluginSecrets) => (await secrets.list()).map(({ state }) => state);
    await open(before).set(SYSTEM_ACTOR, name, 'sunny');
    const rotated = open(after, before);
    expect([await rotated.read(name), await stateOf(rotated)]).toEqual(['sunny', ['set']]);
    const changedAt = (await rotated.list())[0]?.changedAt;
    expect([await rotated.reencrypt(), await rotated.reencrypt()]).toEqual([1, 0]);
    const current = open(after);
    expect(await current.read(name)).toBe('sunny');
    expect((await current.list())[0]?.changedAt).toBe(changedAt);
    const lost = open(other);
    expect(await lost.reencrypt()).toBe(0);
    expect(await stateOf(lost)).toEqual(['unreadable']);
    await expect(lost.read(name)).rejects.toMatchObject({ code: 'secret_unreadable' });
    await lost.set(SYSTEM_ACTOR, name, 'rainy');
    expect([await lost.read(name), await stateOf(lost)]).toEqual(['rainy', ['set']]);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a secret setting that nobody has entered is made once, also by several processes at the same time', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-secrets-'));
  const store = await createSqliteStore({ file: path.join(folder, 'data.sqlite') });
  try {
    await store.applySchemas([...RECORD_COLLECTIONS, SECRETS_COLLECTION]);
    let ids = 0;
    const services = {
      store,
      cipher: createAesCipher({ secret: before }),
      clock: { now: () => 0 },
      ids: { next: () => `id-${(ids += 1)}` },
    };
    const name = { plugin: 'weather', key: 'key' };
    const make = (value: string) => createPluginSecrets([weather], services).readOrCreate(SYSTEM_ACTOR, name, async () => value);
    const made = await Promise.all(['one', 'two', 'three'].map(make));
    expect(new Set(made).size).toBe(1);
    expect(await make('four')).toBe(made[0]);
    await expect(
      createPluginSecrets([weather], services).readOrCreate(SYSTEM_ACTOR, { ...name, key: 'none' }, () => 'x'),
    ).rejects.toMatchObject({
      code: 'secret_not_found',
    });
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
