import type { PluginDownload, PluginFiles, PluginRouteContext } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';
import type { CommentFile } from '../../shared/comment.ts';
import { openComment } from './open-record.ts';

/** Served as bytes, so that browsers save them and never run them. */
const BYTES = 'application/octet-stream';
const PREVIEW = 'image/webp';

/** The content types of files of comments and their previews. */
export const FILE_TYPES: readonly string[] = [BYTES, PREVIEW];

/** The files of a stored comment. */
function filesOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}

/** The files of a new comment, as it stores them. Errors: `file_not_found`, also for one that the caller may not see. */
export async function openFiles({ files }: { readonly files: PluginFiles }, paths: readonly string[]): Promise<JsonObject[]> {
  const opened: JsonObject[] = [];
  for (const path of paths) {
    const { filename: name, size, type, content } = await files.open(path);
    content.destroy();
    opened.push({ name, path, size, type });
  }
  return opened;
}

/** The files of a comment as its reader sees them. */
export function describeFiles(value: JsonValue | undefined): readonly CommentFile[] {
  return filesOf(value).map(({ name, size, type }) => ({
    name: toText(name),
    size: Number(size),
    isPicture: toText(type).startsWith('image/'),
  }));
}

/**
 * `GET /api/record-comments/:comment/files/:number`: a file of a comment on a record that the caller may see, by its place in the list from
 * 0; with `preview`, a small picture of it. Errors: `comment_not_found`, `file_not_found`.
 */
export async function readCommentFile(context: PluginRouteContext): Promise<PluginDownload> {
  const { comment } = await openComment(context, false);
  const { parameters, query, refuse, files } = context;
  const found = filesOf(comment['files'])[Number(parameters['number'])];
  if (found === undefined) return refuse('file_not_found');
  const isPreview = query['preview'] !== undefined;
  const { filename, content } = await files.openAsProduct(toText(found['path']), { preview: isPreview });
  return { contentType: isPreview ? PREVIEW : BYTES, filename, body: content };
}
