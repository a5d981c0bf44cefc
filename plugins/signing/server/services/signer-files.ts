import sharp from 'sharp';
import { SYSTEM_ACTOR, type PluginContext, type PluginRouteContext } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { isSignature } from '../../shared/check-value.ts';
import type { DocumentInput } from '../../shared/document.ts';
import { actForPlugin, SIGNING_FILES } from './instances.ts';

/** Width and height of a stored signature at most. */
const PICTURE_SIZE = { width: 1_200, height: 400 } as const;
/** Of a picture that is sent: one that unpacks to more is not read. */
const MOST_PIXELS = 24_000_000;
/** Files that a recipient may add to a document. */
const MOST_FILES = 60;

/** A signature or a file that a recipient added. */
export interface SignerFile {
  readonly path: string;
  readonly recipient: string;
  /** Signature, Initials, or the id of an input. */
  readonly use: string;
  readonly kind: string;
  readonly name: string;
}

type Records = Pick<PluginContext, 'records'>;

/** The files that recipients added to a document, the last one first. */
export async function listFiles({ records }: Records, instance: string): Promise<readonly SignerFile[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: SIGNING_FILES,
    filter: { interactive_document_instance: instance },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    limit: 1_000,
    totalLimit: 1,
  });
  return data.map((one) => ({
    path: toText(one['file']),
    recipient: toText(one['recipient']),
    use: toText(one['use']),
    kind: toText(one['kind']),
    name: toText(one['name']),
  }));
}

/** The stored signatures of a recipient, for the next field. */
export async function listPictures(context: Records, instance: string, recipient: string): Promise<readonly JsonObject[]> {
  const files = (await listFiles(context, instance)).filter((one) => one.recipient === recipient && isPicture(one));
  return files.slice(0, 10).map(({ path, use, kind }) => ({ path, use, kind }));
}

function isPicture({ use }: SignerFile): boolean {
  return use === 'Signature' || use === 'Initials';
}

/** Stores a file that a recipient sent. Errors: `esign_too_many_files`, those of `files.store`. */
export async function storeSignerFile(
  context: PluginRouteContext,
  instance: string,
  file: { readonly recipient: string; readonly use: string; readonly kind: string; readonly name: string; readonly content: Uint8Array },
): Promise<SignerFile> {
  const { recipient, use, kind, name, content } = file;
  const own = (await listFiles(context, instance)).filter((one) => one.recipient === recipient);
  if (own.length >= MOST_FILES) context.refuse('esign_too_many_files');
  const { path } = await context.files.store({ name, content });
  await context.records.create(actForPlugin(), {
    module: SIGNING_FILES,
    fields: { name, interactive_document_instance: instance, recipient, use, kind, file: path },
  });
  return { path, recipient, use, kind, name };
}

/**
 * A picture of a signature as a PNG of its own making: what else the sent file had is gone. Errors: `esign_picture_invalid`, also for one of
 * more than 24 million pixels.
 */
export async function drawPicture({ refuse }: Pick<PluginContext, 'refuse'>, sent: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const { format = '' } = await picture.metadata();
    if (!['png', 'jpeg', 'webp'].includes(format)) return refuse('esign_picture_invalid');
    return await picture
      .rotate()
      .resize({ ...PICTURE_SIZE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch {
    return refuse('esign_picture_invalid');
  }
}

/** Inputs whose value is a file that the recipient did not add to this document themselves: of somebody else, or of nobody. */
export function findForeignFiles(
  inputs: readonly DocumentInput[],
  values: { readonly [id: string]: JsonValue | undefined },
  files: readonly SignerFile[],
  recipient: string,
): readonly DocumentInput[] {
  const own = files.filter((one) => one.recipient === recipient);
  return inputs.filter((input) => {
    const value = values[input.id];
    if (value === undefined || value === null) return false;
    const { inputType } = input.type;
    if (inputType === 'File') return !own.some(({ path, use }) => path === value && use === input.id);
    if (inputType !== 'Signature' && inputType !== 'Initials') return false;
    if (!isSignature(value)) return true;
    if (value.path === undefined) return value.kind !== 'Typed';
    return !own.some(({ path, use }) => path === value.path && use === inputType);
  });
}
