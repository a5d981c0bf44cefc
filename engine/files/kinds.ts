/** How the UI shows a file (specification 3, section 5); a link opens or downloads it. */
export type FileDisplay = 'image' | 'video' | 'pdf' | 'link';

/** The properties of files with an extension. */
export interface FileKind {
  /** Display name: 'a PNG image'. */
  readonly label: string;
  readonly display: FileDisplay;
  /** The content type that it is served with; other files are served as bytes to download. */
  readonly type: string;
  /** Extensions that the first bytes of the content may be detected as; `text`: plain text in UTF-8. */
  readonly content: 'text' | readonly string[];
  /** A pattern that the first bytes of a text must match. */
  readonly pattern?: RegExp;
}

/** For files that are downloaded and never shown inline. */
export const BYTES = 'application/octet-stream';

function shown(display: FileDisplay, label: string, type: string, ...content: string[]): FileKind {
  return { label, display, type, content };
}

function saved(label: string, ...content: string[]): FileKind {
  return { label, display: 'link', type: BYTES, content };
}

function written(label: string, type = BYTES, pattern?: RegExp): FileKind {
  return { label, display: 'link', type, content: 'text', ...(pattern === undefined ? {} : { pattern }) };
}

const JPEG = shown('image', 'a JPEG image', 'image/jpeg', 'jpg');
const OFFICE = (label: string, own: string): FileKind => saved(label, own, 'zip');
const HTML = written('a web page');

/**
 * Kinds by extension. The settings decide which are accepted; the content of an extension that is not listed here is only checked for
 * programs.
 */
export const FILE_KINDS: { readonly [extension: string]: FileKind } = {
  png: shown('image', 'a PNG image', 'image/png', 'png', 'apng'),
  jpg: JPEG,
  jpeg: JPEG,
  gif: shown('image', 'a GIF image', 'image/gif', 'gif'),
  bmp: shown('image', 'a BMP image', 'image/bmp', 'bmp'),
  webp: shown('image', 'a WebP image', 'image/webp', 'webp'),
  heic: saved('an HEIC image', 'heic'),
  tif: saved('a TIFF image', 'tif'),
  tiff: saved('a TIFF image', 'tif'),
  mp4: shown('video', 'an MP4 video', 'video/mp4', 'mp4', 'm4v', 'mov'),
  webm: shown('video', 'a WebM video', 'video/webm', 'webm'),
  ogg: shown('video', 'an Ogg video', 'video/ogg', 'ogg', 'ogv', 'oga', 'opus', 'spx', 'ogm', 'ogx'),
  mov: saved('a QuickTime video', 'mov', 'mp4', 'm4v'),
  mp3: saved('an MP3 recording', 'mp3'),
  wav: saved('a WAV recording', 'wav'),
  m4a: saved('an MPEG-4 recording', 'm4a', 'mp4'),
  pdf: shown('pdf', 'a PDF', 'application/pdf', 'pdf', 'ai'),
  doc: saved('a Word document', 'cfb'),
  xls: saved('an Excel workbook', 'cfb'),
  ppt: saved('a PowerPoint presentation', 'cfb'),
  msg: saved('an Outlook message', 'cfb'),
  docx: OFFICE('a Word document', 'docx'),
  xlsx: OFFICE('an Excel workbook', 'xlsx'),
  pptx: OFFICE('a PowerPoint presentation', 'pptx'),
  odt: OFFICE('an OpenDocument text', 'odt'),
  ods: OFFICE('an OpenDocument spreadsheet', 'ods'),
  odp: OFFICE('an OpenDocument presentation', 'odp'),
  zip: saved('a ZIP archive', 'zip'),
  txt: written('a text', 'text/plain; charset=utf-8'),
  csv: written('a CSV table'),
  json: written('a JSON text'),
  xml: written('an XML text'),
  eml: written('an e-mail'),
  rtf: written('a rich text', BYTES, /^\{\\rtf/),
  ics: written('a calendar', BYTES, /^BEGIN:VCALENDAR/i),
  vcf: written('a contact card', BYTES, /^BEGIN:VCARD/i),
  svg: written('an SVG drawing', BYTES, /<svg[\s/>]/i),
  html: HTML,
  htm: HTML,
};

/** The kind of an extension, if it is listed. */
export function findKind(extension: string): FileKind | undefined {
  return Object.hasOwn(FILE_KINDS, extension) ? FILE_KINDS[extension] : undefined;
}

/** Whether a file may be shown inline in a page of the product; other files are downloaded. */
export function isShown(extension: string): boolean {
  const kind = findKind(extension);
  return kind !== undefined && kind.type !== BYTES;
}
