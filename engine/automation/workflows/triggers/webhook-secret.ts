import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CollectionSchema } from '#engine/model/compiled';
import type { StorePort } from '../../../ports/index.ts';
import { readStoredDocument, updateSystemDocument } from '../../../records/index.ts';

/** Digests of the secrets in the URLs that start workflows. */
export const HOOKS_COLLECTION: CollectionSchema = { name: '_workflow_hooks', keys: [], indexes: [], contains: [] };

const SECRET_BYTES = 24;

/** Replaces the secret of a workflow, and returns the new one, which is not stored. The earlier one is not valid any more. */
export async function rotateSecret(store: StorePort, workflow: string): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await updateSystemDocument(store, HOOKS_COLLECTION.name, workflow, () => ({
    document: { digest: digestOf(secret) },
    keys: {},
    previousKeys: {},
  }));
  return secret;
}

/** Whether a secret is that of a workflow. */
export async function isSecretOf(store: StorePort, workflow: string, secret: string): Promise<boolean> {
  const stored = (await readStoredDocument(store, HOOKS_COLLECTION, workflow))?.['digest'];
  const given = digestOf(secret);
  return typeof stored === 'string' && timingSafeEqual(Buffer.from(stored), Buffer.from(given));
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
