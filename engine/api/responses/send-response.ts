import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a call answers; `body` becomes JSON. */
export interface ApiResponse {
  /** Default 200. */
  readonly status?: number;
  readonly body: unknown;
  /** The body as JSON already; then `body` is not looked at. */
  readonly json?: string;
  /** Sent as `X-Batch-Id`. */
  readonly batchId?: string;
  /** Sends what is no JSON by itself; then nothing else is looked at. */
  readonly send?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Headers of every JSON answer: nothing of it may be kept by a cache, framed, or run as a page. */
const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, status: number, json: string): void {
  void reply.code(status).headers(JSON_HEADERS).send(json);
}

export function sendResponse(reply: FastifyReply, answer: ApiResponse): void {
  if (answer.batchId !== undefined) void reply.header('x-batch-id', answer.batchId);
  sendJson(reply, answer.status ?? 200, answer.json ?? JSON.stringify(answer.body ?? {}));
}
