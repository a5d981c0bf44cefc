import { ApiError } from './api-error.ts';
import { randomKey } from './random-key.ts';

/** Sends a write with an Idempotency-Key. The key is reused if this write is the last one sent, repeated because it had no response. */
export type IdempotentSend = <T>(content: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Whether the outcome of a request is unknown: there was no response, or the response came from a gateway. */
export function isUnconfirmed({ status }: ApiError): boolean {
  return status === 0 || status === 502 || status === 504;
}

/**
 * Creates the sender for one part of a screen, for as long as it is open. `content` is everything that identifies the write: without a
 * response, the same content is sent with the same key again and is executed once; other content is another write.
 */
export function createIdempotentSend(): IdempotentSend {
  let last: { readonly text: string; readonly key: string } | undefined;
  return async (content, send) => {
    const text = JSON.stringify(content);
    if (last?.text !== text) last = { text, key: randomKey() };
    const sent = last;
    const settle = () => {
      if (last === sent) last = undefined;
    };
    try {
      const response = await send(sent.key);
      settle();
      return response;
    } catch (error) {
      if (error instanceof ApiError && !isUnconfirmed(error)) settle();
      throw error;
    }
  };
}
