import type { PluginFiles, PluginRouteContext } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';

/** The largest e-mail, with its attachments. */
export const MAX_MESSAGE_BYTES = 26_214_400;
/** Bytes of an attachment as it is sent, for each byte of the file. */
const ENCODED = 4 / 3;

/** A file that goes with a message. */
export type Attachment = JsonObject & { readonly name: string; readonly path: string };

/**
 * The files of a new message, which its sender must be allowed to read. Errors: `file_not_found`, also for one that they may not see;
 * `message_too_large`.
 */
export async function openAttachments(
  { files, refuse }: Pick<PluginRouteContext, 'files' | 'refuse'>,
  paths: readonly string[],
  textBytes: number,
): Promise<readonly Attachment[]> {
  let bytes = textBytes;
  const attachments: Attachment[] = [];
  for (const path of paths) {
    const file = await files.open(path);
    file.content.destroy();
    bytes += Math.ceil(file.size * ENCODED);
    if (bytes > MAX_MESSAGE_BYTES) refuse('message_too_large');
    attachments.push({ name: file.filename, path });
  }
  return attachments;
}

/** The paths of the attachments of a stored message. */
export function readPaths(attachments: JsonValue | undefined): readonly string[] {
  return (Array.isArray(attachments) ? (attachments as readonly JsonObject[]) : []).map(({ path }) => toText(path));
}

/** The contents of the attachments of a stored message. Errors: `file_not_found`. */
export async function readAttachments(files: PluginFiles, attachments: JsonValue | undefined) {
  const contents = [];
  for (const path of readPaths(attachments)) {
    const { filename: name, type, content } = await files.read(path, { maxBytes: MAX_MESSAGE_BYTES });
    contents.push({ name, type, content });
  }
  return contents;
}
