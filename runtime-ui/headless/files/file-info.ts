import { formatBytes } from '#engine/model/values';
import type { UploadRules } from '../../client/index.ts';

/** How a file is shown (specification 3, section 5). */
export type FileDisplay = 'image' | 'video' | 'pdf' | 'link';

const LOOKS: readonly (readonly [FileDisplay, readonly string[]])[] = [
  ['video', ['mp4', 'webm', 'ogg']],
  ['image', ['jpeg', 'jpg', 'gif', 'png', 'bmp', 'webp']],
  ['pdf', ['pdf']],
];

/** The lowercase extension of a name or path; "" if there is none. */
export function fileExtension(name: string): string {
  return (/\.([A-Za-z0-9]{1,12})$/.exec(name)?.[1] ?? '').toLowerCase();
}

/** How a file is shown, by its extension. */
export function getFilePreviewKind(path: string): FileDisplay {
  const extension = fileExtension(path);
  return LOOKS.find(([, extensions]) => extensions.includes(extension))?.[0] ?? 'link';
}

/** What the server makes thumbnails of. */
const PICTURES: readonly string[] = ['jpeg', 'jpg', 'gif', 'png', 'bmp', 'webp', 'tif', 'tiff', 'pdf'];

/** Whether a file may have a thumbnail, by its extension. */
export function mayHaveThumbnail(path: string): boolean {
  return path.startsWith('/api/files/') && PICTURES.includes(fileExtension(path));
}

/** Why the server would refuse a file. */
export type FileProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'tooLarge'; readonly limit: string }
  | { readonly kind: 'notAccepted'; readonly extension: string };

/** Checks a chosen file by the rules of the server; undefined: it can be sent. */
export function findFileProblem(file: Pick<File, 'name' | 'size'>, rules: UploadRules): FileProblem | undefined {
  const extension = fileExtension(file.name);
  if (!rules.extensions.includes(extension)) return { kind: 'notAccepted', extension };
  if (file.size === 0) return { kind: 'empty' };
  return file.size > rules.maxBytes ? { kind: 'tooLarge', limit: formatBytes(rules.maxBytes) } : undefined;
}
