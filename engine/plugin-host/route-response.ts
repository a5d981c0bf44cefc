import type { JsonValue } from '#engine/model/values';

/** The response of a route: `status` is 200 when absent; `batchId` is sent as `X-Batch-Id`. */
export interface PluginRouteResponse {
  /** HTTP status; default 200. */
  readonly status?: number;
  /** The JSON body. */
  readonly body: JsonValue;
  /** Only of a GET route: the http or https address that the client is sent to, with status 302 and without the body. Default: none. */
  readonly location?: string;
  /** The batch of the saves, sent as `X-Batch-Id`; absent: no batch. */
  readonly batchId?: string;
}

/**
 * A file as the response of a route that only reads. Browsers save it and never run it. A stream is sent as it is read; it ends when the client leaves,
 * when it has no next part within the deadline of the route, or when it fails, which the client sees as a broken download.
 */
export interface PluginDownload {
  /** One of the route's `downloads`, such as 'text/csv'; text is sent as UTF-8. */
  readonly contentType: string;
  /** The name under which it is saved. */
  readonly filename: string;
  /** Its content: bytes, a text, or the parts of either as they are made. */
  readonly body: Buffer | string | AsyncIterable<Uint8Array | string>;
  /**
   * Changes whenever what the content says changes, such as a digest: 1 to 200 printable ASCII characters without `"`. Clients that have the
   * content of the same version get 304 without it. Rights are checked first, as for any request. Default: the content is sent each time, and
   * no client stores it.
   */
  readonly etag?: string;
  /** Only of a picture: mail programs and pages of other sites may show it. Default: they may not, and browsers save it. */
  readonly isEmbeddable?: boolean;
}

/** The limits of a route. */
export interface RouteLimits {
  /** Milliseconds; default 30,000. */
  readonly deadline?: number;
  /** Bytes of the body; default 1 MiB, at most 32 MiB. */
  readonly maxBodyBytes?: number;
  /** Without a session: how often one address may call it in a minute; default 60 by link, 1,000 in public. */
  readonly requestsPerMinute?: number;
}

/** Where a request came from. */
export interface RequestOrigin {
  /** The network address, and the name of the program, '' if it did not send one. */
  readonly client: { readonly address: string; readonly program: string };
}
