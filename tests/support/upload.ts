import type { TestResponse, ApiClient } from './api-client.ts';

/** The upload of a test. */
export interface TestUpload {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Default `/api/files/upload`. */
  readonly to?: string;
  /** Name of the part; default `file`. */
  readonly part?: string;
  /** Other fields of the form, before the file. */
  readonly fields?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
}

/** A PNG of one pixel. */
export const DOT_PNG = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
);

/** A PDF with one empty page. */
export const SMALL_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Uploads like a form. */
export async function upload(
  client: ApiClient,
  { name, content, to = '/api/files/upload', part = 'file', fields = {}, headers = {} }: TestUpload,
): Promise<TestResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(part, new Blob([content]), name);
  const response = await fetch(`${client.url}${to}`, {
    method: 'POST',
    body: form,
    headers: { ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }), ...headers },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A file as it is served. */
export interface ServedFile {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export async function download(
  client: ApiClient,
  path: string,
  headers: { readonly [name: string]: string } = {},
  method = 'GET',
): Promise<ServedFile> {
  const response = await fetch(`${client.url}${path}`, {
    method,
    headers: { ...(client.token === undefined ? {} : { authorization: `Bearer ${client.token}` }), ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
