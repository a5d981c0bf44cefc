import { readFileSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes } from '#engine/model/values';
import type { Configuration } from '../configuration.ts';
import type { CheckResult } from './contract.ts';

const MIN_SECRET_LENGTH = 32;
/** The oldest Node.js that runs the product, as in `engines` of package.json. */
const MIN_NODE = [20, 19] as const;

/** Free share of the disk below which a warning is given, and free bytes below which it is a problem: uploads leave 64 MB free. */
const LOW_SHARE = 0.1;
const FULL_BYTES = 256 * 1_048_576;

/** The version of Node.js. */
export function checkNode(version = process.versions.node): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]);
  const base = { check: 'node', title: 'Node.js', text: `Version ${version}.` } as const;
  return isOld ? { ...base, state: 'problem', advice: `Install version ${MIN_NODE.join('.')} or newer.` } : { ...base, state: 'ok' };
}

/** Free space of the disk of the data folder. */
export async function checkDisk({ dataFolder }: Pick<Configuration, 'dataFolder'>): Promise<CheckResult> {
  const { bavail, blocks, bsize } = await statfs(dataFolder);
  return describeDisk(bavail * bsize, blocks * bsize, dataFolder);
}

/** What the free space of a disk means. */
export function describeDisk(free: number, size: number, folder: string): CheckResult {
  const share = size === 0 ? 0 : free / size;
  const text = `${formatBytes(free)} free (${Math.floor(share * 100)} %) on the disk of ${folder}.`;
  const base = { check: 'disk', title: 'Disk', text } as const;
  if (free < FULL_BYTES) return { ...base, state: 'problem', advice: 'Free space now: saves and uploads are about to be refused.' };
  return share < LOW_SHARE ? { ...base, state: 'warning', advice: 'Free space, or use a larger disk.' } : { ...base, state: 'ok' };
}

/** The secret: there, long enough, and readable by its owner alone. */
export async function checkSecret({ secret, dataFolder }: Pick<Configuration, 'secret' | 'dataFolder'>): Promise<CheckResult> {
  const base = { check: 'secret', title: 'Secret' } as const;
  if (secret !== undefined) return { ...base, state: 'ok', text: 'MUSTER_SECRET is set.' };
  const file = path.join(dataFolder, 'secret');
  const found = await stat(file).catch(() => undefined);
  if (found === undefined)
    return {
      ...base,
      state: 'problem',
      text: `There is no ${file}, and MUSTER_SECRET is not set.`,
      advice: 'Put the file back, from a backup if need be: with another secret, sensitive values cannot be read.',
    };
  if (readFileSync(file, 'utf8').trim().length < MIN_SECRET_LENGTH)
    return {
      ...base,
      state: 'problem',
      text: `The secret in ${file} has fewer than ${MIN_SECRET_LENGTH} characters.`,
      advice: 'Set MUSTER_SECRET to a longer one and MUSTER_SECRET_PREVIOUS to this one.',
    };
  if ((found.mode & 0o077) !== 0)
    return { ...base, state: 'problem', text: `Other users of this machine can read ${file}.`, advice: `Run: chmod 600 ${file}` };
  return { ...base, state: 'ok', text: `In ${file}, readable by its owner alone.` };
}
