import type { PluginDownload, PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';

type RouteSchemas = Pick<PluginRouteDefinition, 'summary' | 'status' | 'bodySchema' | 'responseSchema'>;

const TEXT = { type: 'string' };
const PATH = { type: 'string', minLength: 1, maxLength: 500 };

/** Schemas of `create-merged-pdf`. */
export const MERGE: RouteSchemas = {
  summary: 'Merge PDF files and images into one PDF',
  status: 201,
  bodySchema: {
    type: 'object',
    required: ['pdfArray', 'titleForPdf'],
    properties: {
      pdfArray: { type: 'array', minItems: 1, maxItems: 1_000, items: PATH, description: 'Paths of files under /api/files.' },
      titleForPdf: { type: 'string', minLength: 1, maxLength: 200 },
    },
  },
  responseSchema: {
    type: 'object',
    required: ['path', 'filename', 'size', 'type'],
    properties: { path: TEXT, filename: TEXT, size: { type: 'integer' }, type: TEXT },
  },
};

/** Schemas of `retrieve-file-buffer/by-path`. */
export const READ: RouteSchemas = {
  summary: 'Download the file at a path',
  bodySchema: { type: 'object', required: ['path'], properties: { path: PATH } },
};

/** Content types by extension (specification 3, section 5). */
const TYPES: { readonly [extension: string]: string } = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  txt: 'text/plain',
};
const BYTES = 'application/octet-stream';

/** The content types of files that are read. */
export const FILE_TYPES: readonly string[] = [...new Set([...Object.values(TYPES), BYTES])];

/** `POST /api/interactive-documents/create-merged-pdf`: the merged file is an upload of the user, who may attach it to a record. */
export async function mergeDocuments({ body, files }: PluginRouteContext): Promise<PluginRouteResponse> {
  const { pdfArray, titleForPdf } = body as unknown as { readonly pdfArray: readonly string[]; readonly titleForPdf: string };
  return { status: 201, body: { ...(await files.merge({ paths: pdfArray, title: titleForPdf })) } };
}

/** `POST /api/interactive-documents/retrieve-file-buffer/by-path`: a file that the user may see. */
export async function readDocument({ body, files }: PluginRouteContext): Promise<PluginDownload> {
  const { path } = body as unknown as { readonly path: string };
  const { filename, content } = await files.open(path);
  return { contentType: TYPES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? BYTES, filename, body: content };
}
