/** Pixels of the longer side of a thumbnail: enough for 96 on a screen of twice the density. */
export const THUMBNAIL_PIXELS = 192;

/** The content type of every thumbnail. */
export const THUMBNAIL_TYPE = 'image/webp';

/** The extensions that thumbnails are made of; of a PDF, of its first page. */
export const THUMBNAIL_EXTENSIONS: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp', 'tif', 'tiff', 'pdf']);

/** What the thread is sent for each file. */
export interface ThumbnailTask {
  readonly content: Uint8Array<ArrayBuffer>;
  /** Extension in lower case. */
  readonly extension: string;
}

/** What the thread posts for each file; without `content` it is none that can be drawn. */
export interface ThumbnailReply {
  readonly content?: Uint8Array<ArrayBuffer>;
}
