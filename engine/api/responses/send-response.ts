import type { FastifyReply, FastifyRequest } from 'fastify';

/** The response of an endpoint; `body` is serialized as JSON. */
export interface ApiResponse {
  /** Default 200. */
  readonly status?: number;
  readonly body: unknown;
  /** The body, already serialized as JSON (as text, or in UTF-8); `body` is ignored then. */
  readonly json?: string | Buffer;
  /** Sent as `X-Batch-Id`. */
  readonly batchId?: string;
  /** Sends a response that is not JSON; everything else is ignored then. */
  readonly send?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Headers of every JSON response: it must not be cached, framed or executed as a page. */
const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Sends a body that is already JSON. */
export function sendJson(reply: FastifyReply, status: number, json: string | Buffer): void {
  void reply.code(status).headers(JSON_HEADERS).send(json);
}

export function sendResponse(reply: FastifyReply, response: ApiResponse): void {
  if (response.batchId !== undefined) void reply.header('x-batch-id', response.batchId);
  sendJson(reply, response.status ?? 200, response.json ?? JSON.stringify(response.body ?? {}));
}
