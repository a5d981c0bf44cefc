import { describe, expect, it } from 'vitest';
import { ApiError, createUnreachableError } from './api-error.ts';
import { createIdempotentSend } from './idempotent-send.ts';

const refusal = (status: number) => new ApiError(status, { error: 'No.', code: 'refused', details: [] });

/** Sends the content and returns the key that was used. */
async function keyOf(once: ReturnType<typeof createIdempotentSend>, content: unknown, failure?: Error): Promise<string> {
  let key = '';
  await once(content, async (given) => {
    key = given;
    if (failure !== undefined) throw failure;
  }).catch((error: unknown) => expect(error).toBe(failure));
  return key;
}

describe('the idempotency key of a write', () => {
  it.each([createUnreachableError(), refusal(502), refusal(504)])('is the same if the response was lost (%#)', async (lost) => {
    const once = createIdempotentSend();
    const first = await keyOf(once, { a: 1 }, lost);
    expect(await keyOf(once, { a: 1 }, lost)).toBe(first);
    expect(await keyOf(once, { a: 1 })).toBe(first);
    expect(await keyOf(once, { a: 1 })).not.toBe(first);
  });

  it('is new after a response, and for other content', async () => {
    const once = createIdempotentSend();
    const refused = await keyOf(once, { a: 1 }, refusal(422));
    const lost = await keyOf(once, { a: 1 }, refusal(0));
    const other = await keyOf(once, { a: 2 }, refusal(0));
    expect(new Set([refused, lost, other, await keyOf(once, { a: 1 })]).size).toBe(4);
  });

  it('is the same for two writes at the same time', async () => {
    const once = createIdempotentSend();
    const [first, second] = await Promise.all([keyOf(once, 'x'), keyOf(once, 'x')]);
    expect(second).toBe(first);
    expect(await keyOf(once, 'x')).not.toBe(first);
  });
});
