import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MusterError } from '../errors/index.ts';
import type { Configuration } from './configuration.ts';

/**
 * Returns the secret that signs tokens: the configured one, else the one in the data folder, generated at the first start
 * and readable only by its owner.
 */
export function readSecret({ secret, dataFolder }: Pick<Configuration, 'secret' | 'dataFolder'>): string {
  if (secret !== undefined) return secret;
  const file = path.join(dataFolder, 'secret');
  try {
    mkdirSync(dataFolder, { recursive: true });
    return readStoredSecret(file) ?? makeSecret(file);
  } catch (cause) {
    throw new MusterError('configuration_invalid', {
      values: { reason: `the data folder ${dataFolder} cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).` },
      cause,
    });
  }
}

/** The secret, if it is configured or was generated; changes nothing. */
export function findSecret({ secret, dataFolder }: Pick<Configuration, 'secret' | 'dataFolder'>): string | undefined {
  if (secret !== undefined) return secret;
  try {
    return readFileSync(path.join(dataFolder, 'secret'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function readStoredSecret(file: string): string | undefined {
  try {
    const stored = readFileSync(file, 'utf8').trim();
    chmodSync(file, 0o600);
    return stored === '' ? undefined : stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function makeSecret(file: string): string {
  const secret = randomBytes(32).toString('hex');
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    // Another process wrote its secret first; this one is used.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readStoredSecret(file) ?? secret;
    throw error;
  }
}
