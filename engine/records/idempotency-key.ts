/** Makes a repeated write harmless: the same key answers the first answer again, with another body it is refused. */
export interface IdempotencyKey {
  /** As the caller sent it. */
  readonly key: string;
  /** The call that it belongs to, such as 'POST /api/leads'. */
  readonly path: string;
  /** Tells whether two requests say the same. */
  readonly bodyDigest: string;
}
