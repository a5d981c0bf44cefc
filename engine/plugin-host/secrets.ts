import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { SECRET_MAX_LENGTH, type PluginSecretView } from '#engine/model/wire';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { CipherPort, ClockPort, IdsPort, StorePort, StoreWrite } from '../ports/index.ts';
import {
  auditResourceChange,
  commitUnitWithRetry,
  createDocumentRemoval,
  createDocumentWrite,
  MASK,
  readStoredDocument,
} from '../records/index.ts';
import type { PluginManifest } from './manifest.ts';
import type { PluginSecret } from './plugin-settings.ts';

/** The secret settings of plugins, one document each: `_id` is `<plugin>/<key>`, the value is encrypted. */
export const SECRETS_COLLECTION: CollectionSchema = { name: '_secrets', keys: [], indexes: [], contains: [] };

/** The plugin and key of a secret setting. */
interface SecretName {
  readonly plugin: string;
  readonly key: string;
}

/** Secret settings: admins enter and remove them, plugins read them, and nothing returns them to a client. */
export interface PluginSecrets {
  /** What plugins declare, and whether it is entered; in the order of the plugins. */
  list(): Promise<readonly PluginSecretView[]>;
  /** Enters or replaces a value. Errors: `secret_not_found`, `secret_invalid`. */
  set(actor: Actor, name: SecretName, value: string): Promise<PluginSecretView>;
  /** Removes a value; does nothing if none was entered. Errors: `secret_not_found`. */
  remove(actor: Actor, name: SecretName): Promise<PluginSecretView>;
  /** The value for the plugin; undefined if none was entered. Errors: `secret_not_found`, `secret_unreadable`. */
  read(name: SecretName): Promise<string | undefined>;
  /**
   * The value for the plugin, or a new one if none was entered. Of several processes at the same time, one stores its value, and all return
   * that. Errors: those of `read`; `secret_invalid`.
   */
  readOrCreate(actor: Actor, name: SecretName, make: () => Promise<string> | string): Promise<string>;
  /** Encrypts the values with the current key that are still encrypted with the previous one. Returns how many there were. */
  reencrypt(): Promise<number>;
}

/** Services of the secret settings. */
export interface SecretServices {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
}

/** A declared secret setting; `id` is that of its document. */
type DeclaredSecret = SecretName & { readonly id: string; readonly secret: PluginSecret };

/** Creates the secret settings of these plugins. */
export function createPluginSecrets(plugins: readonly PluginManifest[], services: SecretServices): PluginSecrets {
  const { store, cipher, clock } = services;
  const declared = new Map(listDeclared(plugins).map((secret) => [secret.id, secret]));
  const find = ({ plugin, key }: SecretName): DeclaredSecret => {
    const found = declared.get(`${plugin}/${key}`);
    if (found === undefined) throw new MusterError('secret_not_found', { values: { plugin, key } });
    return found;
  };
  return {
    list: async () => {
      const stored = declared.size === 0 ? [] : await store.get(SECRETS_COLLECTION.name, [...declared.keys()]);
      const byId = new Map(stored.flatMap((record) => (record === undefined ? [] : [[record.document._id, record.document] as const])));
      return [...declared.values()].map((secret) => describeSecret(secret, byId.get(secret.id), cipher));
    },
    readOrCreate: async (actor, name, make) => readOrCreate(services, actor, find(name), make),
    set: async (actor, name, value) => {
      const secret = find(name);
      assertValue(secret.secret, value);
      const fields = { value: cipher.encrypt(value, contextOf(secret.id)), changedAt: new Date(clock.now()).toISOString() };
      return commitUnitWithRetry(store, async () => {
        const before = await readStoredDocument(store, SECRETS_COLLECTION, secret.id);
        const write = createDocumentWrite(SECRETS_COLLECTION, secret.id, before, fields);
        return {
          unit: { writes: [write, ...auditSecret(services, actor, secret, { before: before !== undefined, after: true })] },
          result: describeSecret(secret, { ...fields, _id: secret.id, _version: 0 }, cipher),
        };
      });
    },
    remove: async (actor, name) => {
      const secret = find(name);
      const result = describeSecret(secret, undefined, cipher);
      return commitUnitWithRetry(store, async () => {
        const before = await readStoredDocument(store, SECRETS_COLLECTION, secret.id);
        if (before === undefined) return { unit: undefined, result };
        const audit = auditSecret(services, actor, secret, { before: true, after: false });
        return { unit: { writes: [createDocumentRemoval(SECRETS_COLLECTION, before), ...audit] }, result };
      });
    },
    read: async (name) => openSecret(cipher, name, await readStoredDocument(store, SECRETS_COLLECTION, find(name).id)),
    reencrypt: async () => {
      let count = 0;
      for (const id of declared.keys()) if (await reencryptOne(services, id)) count += 1;
      return count;
    },
  };
}

/** The value itself is not changed, so that there is nothing for the audit log. */
async function reencryptOne({ store, cipher }: SecretServices, id: string): Promise<boolean> {
  return commitUnitWithRetry(store, async () => {
    const before = await readStoredDocument(store, SECRETS_COLLECTION, id);
    const value = before && !cipher.usesCurrentKey(before['value'] as string) ? decryptValue(before, cipher) : undefined;
    if (before === undefined || value === undefined) return { unit: undefined, result: false };
    const fields = { value: cipher.encrypt(value, contextOf(id)), changedAt: before['changedAt'] ?? null };
    return { unit: { writes: [createDocumentWrite(SECRETS_COLLECTION, id, before, fields)] }, result: true };
  });
}

function openSecret(cipher: CipherPort, { plugin, key }: SecretName, stored: RecordDocument | undefined): string | undefined {
  if (stored === undefined) return undefined;
  const value = decryptValue(stored, cipher);
  if (value === undefined) throw new MusterError('secret_unreadable', { values: { plugin, key } });
  return value;
}

/** The value is made once, outside of the commit, which may be repeated. */
async function readOrCreate(
  services: SecretServices,
  actor: Actor,
  secret: DeclaredSecret,
  make: () => Promise<string> | string,
): Promise<string> {
  const { store, cipher, clock } = services;
  const before = openSecret(cipher, secret, await readStoredDocument(store, SECRETS_COLLECTION, secret.id));
  if (before !== undefined) return before;
  const made = await make();
  assertValue(secret.secret, made);
  const fields = { value: cipher.encrypt(made, contextOf(secret.id)), changedAt: new Date(clock.now()).toISOString() };
  return commitUnitWithRetry(store, async () => {
    const stored = await readStoredDocument(store, SECRETS_COLLECTION, secret.id);
    const found = openSecret(cipher, secret, stored);
    if (found !== undefined) return { unit: undefined, result: found };
    const audit = auditSecret(services, actor, secret, { before: false, after: true });
    return { unit: { writes: [createDocumentWrite(SECRETS_COLLECTION, secret.id, stored, fields), ...audit] }, result: made };
  });
}

function listDeclared(plugins: readonly PluginManifest[]): readonly DeclaredSecret[] {
  return plugins.flatMap(({ name: plugin, secrets = {} }) =>
    Object.entries(secrets).map(([key, secret]) => ({ id: `${plugin}/${key}`, plugin, key, secret })),
  );
}

function decryptValue(stored: RecordDocument, cipher: CipherPort): string | undefined {
  return cipher.decrypt(stored['value'] as string, contextOf(stored._id));
}

function describeSecret(
  { plugin, key, secret: { title, description, pattern } }: DeclaredSecret,
  stored: RecordDocument | undefined,
  cipher: CipherPort,
): PluginSecretView {
  return {
    plugin,
    key,
    title,
    ...(description === undefined ? {} : { description }),
    ...(pattern === undefined ? {} : { pattern }),
    state: stored === undefined ? 'missing' : decryptValue(stored, cipher) === undefined ? 'unreadable' : 'set',
    changedAt: stored === undefined ? null : (stored['changedAt'] as string),
  };
}

/** The audit entry of a changed value, which shows only whether there was one. */
function auditSecret(
  services: SecretServices,
  actor: Actor,
  { id, secret }: DeclaredSecret,
  { before, after }: { readonly before: boolean; readonly after: boolean },
): readonly StoreWrite[] {
  const changes = [{ field: 'value', before: before ? MASK : null, after: after ? MASK : null }];
  return auditResourceChange(services, actor, { resource: 'secrets', id, name: secret.title, changes });
}

function contextOf(id: string): string {
  return `secret/${id}`;
}

function assertValue({ pattern, title }: PluginSecret, value: string): void {
  const reason =
    value === '' || value.length > SECRET_MAX_LENGTH
      ? `it must have 1 to ${SECRET_MAX_LENGTH} characters`
      : value.trim() !== value
        ? 'it starts or ends with a space'
        : pattern !== undefined && !new RegExp(pattern, 'u').test(value)
          ? 'it does not have the expected form'
          : undefined;
  if (reason !== undefined) throw new MusterError('secret_invalid', { values: { title, reason } });
}
