import { ApiError } from './api-error.ts';
import { randomKey } from './random-key.ts';

/** Sends a write with its Idempotency-Key: the one that it had before, when it is the last write sent anew for want of an answer. */
export type IdempotentSend = <T>(content: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Whether nobody knows what became of a call: no answer came, or one of a gateway in between. */
export function isUnconfirmed({ status }: ApiError): boolean {
  return status === 0 || status === 502 || status === 504;
}

/**
 * What one place of a screen writes with, as long as it is open. `content` is all that the server tells writes by: while
 * it had no answer, the same content goes under the same key, and is not made twice; another content is another write.
 */
export function createIdempotentSend(): IdempotentSend {
  let last: { readonly text: string; readonly key: string } | undefined;
  return async (content, send) => {
    const text = JSON.stringify(content);
    if (last?.text !== text) last = { text, key: randomKey() };
    const sent = last;
    const settle = () => { if (last === sent) last = undefined; };
    try {
      const answer = await send(sent.key);
      settle();
      return answer;
    } catch (error) {
      if (error instanceof ApiError && !isUnconfirmed(error)) settle();
      throw error;
    }
  };
}
