import type { PluginContext, PluginRouteContext, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { PICTURE_FIELDS } from '../../shared/sms.ts';

/** Content types of pictures that carriers send, with the endings of their files. */
export const PICTURE_TYPES: { readonly [type: string]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** The most that carriers accept, of all pictures of a message. */
export const MAX_PICTURE_BYTES = 5 * 1_048_576;

/** How long a carrier can fetch a picture after the message was given to it. */
const LINK_MS = 3_600_000;

/** The endpoint from which a carrier fetches a picture. */
export const PICTURE_ROUTE = { method: 'GET', path: '/api/sms/media/:message/:field' } as const;

/**
 * The pictures of a new message, by field: files that its sender may read. Errors: `file_not_found`, also for one that they may not see;
 * `sms_pictures_invalid` for other files, too many, and more than 5 MB.
 */
export async function openPictures(
  { files, refuse }: Pick<PluginRouteContext, 'files' | 'refuse'>,
  paths: readonly string[],
): Promise<JsonObject> {
  if (paths.length > PICTURE_FIELDS.length) refuse('sms_pictures_invalid');
  let bytes = 0;
  const fields: { [field: string]: string } = {};
  for (const [index, path] of paths.entries()) {
    const file = await files.open(path);
    file.content.destroy();
    bytes += file.size;
    if (PICTURE_TYPES[file.type] === undefined || bytes > MAX_PICTURE_BYTES) refuse('sms_pictures_invalid');
    fields[PICTURE_FIELDS[index] ?? ''] = path;
  }
  return fields;
}

/** The addresses from which a carrier fetches the pictures of a message: each signed, for one picture and one hour. */
export function linkPictures({ createLink }: Pick<PluginContext, 'createLink'>, sms: VisibleRecord): readonly string[] {
  return PICTURE_FIELDS.filter((field) => toText(sms[field]) !== '').map(
    (field) => createLink(PICTURE_ROUTE, { parameters: { message: sms._id, field }, expiresIn: LINK_MS }).url,
  );
}
