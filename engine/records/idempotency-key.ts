/** Makes a repeated write safe: the same key returns the first result again; with another body it is rejected. */
export interface IdempotencyKey {
  /** As the caller sent it. */
  readonly key: string;
  /** The endpoint of the request, such as 'POST /api/tickets'. */
  readonly path: string;
  /** Digest for comparing the bodies of two requests. */
  readonly bodyDigest: string;
}
