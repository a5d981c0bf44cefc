import type { CollectionSchema, PluginSecretView, RecordDocument } from '#engine/model';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { CipherPort, ClockPort, IdsPort, StorePort } from '../ports/index.ts';
import {
  auditResourceChange,
  commitUnitWithRetry,
  createDocumentRemoval,
  createDocumentWrite,
  MASK,
  readStoredDocument,
} from '../records/index.ts';
import type { PluginManifest, PluginSecret } from './manifest.ts';

/** The secret settings of plugins, one document each: `_id` is `<plugin>/<key>`, the value is encrypted. */
export const SECRETS_COLLECTION: CollectionSchema = { name: '_secrets', keys: [], indexes: [], contains: [] };

/** Most characters of a secret. */
export const MAX_SECRET_LENGTH = 8192;

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
}

/** Services of the secret settings. */
export interface SecretServices {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
}

/** Creates the secret settings of these plugins. */
export function createPluginSecrets(plugins: readonly PluginManifest[], services: SecretServices): PluginSecrets {
  const { store, cipher, clock } = services;
  const declared = new Map<string, SecretName & { readonly secret: PluginSecret }>(
    plugins.flatMap(({ name: plugin, secrets = {} }) =>
      Object.entries(secrets).map(([key, secret]) => [`${plugin}/${key}`, { plugin, key, secret }] as const),
    ),
  );
  const require = ({ plugin, key }: SecretName): { readonly id: string; readonly secret: PluginSecret } => {
    const id = `${plugin}/${key}`;
    const found = declared.get(id);
    if (found === undefined) throw new MusterError('secret_not_found', { values: { plugin, key } });
    return { id, secret: found.secret };
  };
  const decrypt = (stored: RecordDocument): string | undefined => cipher.decrypt(String(stored['value']), contextOf(stored._id));
  const describe = (id: string, stored: RecordDocument | undefined): PluginSecretView => {
    const { plugin, key, secret } = declared.get(id) as SecretName & { readonly secret: PluginSecret };
    return {
      plugin,
      key,
      title: secret.title,
      ...(secret.description === undefined ? {} : { description: secret.description }),
      state: stored === undefined ? 'missing' : decrypt(stored) === undefined ? 'unreadable' : 'set',
      changedAt: stored === undefined ? null : String(stored['changedAt']),
    };
  };
  const audit = (actor: Actor, id: string, before: RecordDocument | undefined, after: boolean) =>
    auditResourceChange(services, actor, {
      resource: 'secrets',
      id,
      name: declared.get(id)?.secret.title ?? id,
      changes: [{ field: 'value', before: before === undefined ? null : MASK, after: after ? MASK : null }],
    });
  return {
    list: async () => {
      const ids = [...declared.keys()];
      const stored = ids.length === 0 ? [] : await store.get(SECRETS_COLLECTION.name, ids);
      const byId = new Map(stored.flatMap((record) => (record === undefined ? [] : [[record.document._id, record.document] as const])));
      return ids.map((id) => describe(id, byId.get(id)));
    },
    set: async (actor, name, value) => {
      const { id, secret } = require(name);
      assertValue(secret, value);
      const fields = { value: cipher.encrypt(value, contextOf(id)), changedAt: new Date(clock.now()).toISOString() };
      return commitUnitWithRetry(store, async () => {
        const before = await readStoredDocument(store, SECRETS_COLLECTION, id);
        return {
          unit: { writes: [createDocumentWrite(SECRETS_COLLECTION, id, before, fields), ...audit(actor, id, before, true)] },
          answer: describe(id, { ...fields, _id: id, _version: 0 }),
        };
      });
    },
    remove: async (actor, name) => {
      const { id } = require(name);
      return commitUnitWithRetry(store, async () => {
        const before = await readStoredDocument(store, SECRETS_COLLECTION, id);
        return {
          unit:
            before === undefined
              ? undefined
              : { writes: [createDocumentRemoval(SECRETS_COLLECTION, before), ...audit(actor, id, before, false)] },
          answer: describe(id, undefined),
        };
      });
    },
    read: async (name) => {
      const stored = await readStoredDocument(store, SECRETS_COLLECTION, require(name).id);
      if (stored === undefined) return undefined;
      const value = decrypt(stored);
      if (value === undefined) throw new MusterError('secret_unreadable', { values: { plugin: name.plugin, key: name.key } });
      return value;
    },
  };
}

function contextOf(id: string): string {
  return `secret/${id}`;
}

function assertValue({ pattern, title }: PluginSecret, value: string): void {
  const reason =
    value === '' || value.length > MAX_SECRET_LENGTH
      ? `it must have 1 to ${MAX_SECRET_LENGTH} characters`
      : value.trim() !== value
        ? 'it starts or ends with a space'
        : pattern !== undefined && !new RegExp(pattern, 'u').test(value)
          ? 'it does not have the expected form'
          : undefined;
  if (reason !== undefined) throw new MusterError('secret_invalid', { values: { title, reason } });
}
