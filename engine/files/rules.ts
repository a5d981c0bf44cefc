import { allOf } from '#engine/model/filter';
import { formatBytes } from '#engine/model/values';
import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { FILE_KEYS, FILES_COLLECTION, type FileEntry } from '../records/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { FileContext } from './file-context.ts';
import { FILE_KINDS } from './kinds.ts';

const MIB = 1_048_576;
const DEFAULT_MEGABYTES = 100;
const DEFAULT_WAITING = { files: 200, megabytes: 2_000 } as const;

/** The upload rules, from the settings. */
export interface UploadRules {
  /** Maximum size of a file in bytes. */
  readonly maxBytes: number;
  /** Accepted extensions, in lower case. */
  readonly extensions: ReadonlySet<string>;
  /** The limit on files that one user has uploaded and no record contains yet. */
  readonly quota: { readonly files: number; readonly bytes: number };
}

/**
 * The rules for uploads to a folder: settings `upload_max_megabytes`, `upload_waiting_files`, `upload_waiting_megabytes`, `upload_kinds`,
 * and the kinds that `upload_refused_kinds` excludes for that folder.
 */
export function readRules({ settings }: DefinitionSnapshot, folder: string | undefined): UploadRules {
  const numberOf = (key: string, otherwise: number): number => readNumber(settings.get(key)?.setting) ?? otherwise;
  const maxBytes = numberOf('upload_max_megabytes', DEFAULT_MEGABYTES) * MIB;
  const kinds = settings.get('upload_kinds')?.setting;
  const refused = new Set(readRefused(settings.get('upload_refused_kinds')?.setting, folder));
  const accepted = readTexts(kinds) ?? Object.keys(FILE_KINDS);
  return {
    maxBytes,
    extensions: new Set(accepted.map((one) => one.replace(/^\./, '').toLowerCase()).filter((one) => !refused.has(one))),
    // At least the maximum size of a file, so that the largest accepted file can always be uploaded.
    quota: {
      files: numberOf('upload_waiting_files', DEFAULT_WAITING.files),
      bytes: Math.max(maxBytes, numberOf('upload_waiting_megabytes', DEFAULT_WAITING.megabytes) * MIB),
    },
  };
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

function readRefused(setting: unknown, folder: string | undefined): readonly string[] {
  if (folder === undefined || typeof setting !== 'object' || setting === null) return [];
  const own = Object.entries(setting).find(([name]) => plainName(name) === plainName(folder));
  return readTexts(own?.[1])?.map((one) => one.replace(/^\./, '').toLowerCase()) ?? [];
}

/** `userManuals`, `user-manuals` and `User Manuals` are the same folder. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

function readTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string') ? value : undefined;
}

/**
 * Returns how many bytes the user may still upload before some of their files are in a record. A concurrent upload counts with its declared
 * size, so several at a time may exceed the limit a little. Errors: `too_many_uploads`.
 */
export async function readRemainingQuota(
  { store, clock }: FileContext,
  { rights }: AccessScope,
  { quota }: UploadRules,
  announced: number,
): Promise<number> {
  const filter = allOf([
    { kind: 'equals', key: FILE_KEYS.by, values: [rights.userId ?? ''] },
    { kind: 'range', key: FILE_KEYS.due, gt: clock.now() },
  ]);
  const found = await store.find({ collection: FILES_COLLECTION.name, filter, sort: [], limit: quota.files });
  if (found.length >= quota.files) throw tooMany(`${quota.files} files`, quota);
  const remaining = quota.bytes - found.reduce((sum, { document }) => sum + (document as unknown as FileEntry).size, 0);
  if (remaining <= 0 || announced > remaining) throw tooMany(`${formatBytes(quota.bytes - remaining)}`, quota);
  return remaining;
}

/** Passes the content on until the quota is reached. Errors: `too_many_uploads`. */
export async function* limitToQuota(
  content: AsyncIterable<Uint8Array>,
  remaining: number,
  waiting: UploadRules['quota'],
): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > remaining) throw tooMany(formatBytes(waiting.bytes - remaining), waiting);
    yield chunk;
  }
}

function tooMany(amount: string, waiting: UploadRules['quota']): MusterError {
  return new MusterError('too_many_uploads', { values: { amount }, data: { mostFiles: waiting.files, mostBytes: waiting.bytes } });
}
