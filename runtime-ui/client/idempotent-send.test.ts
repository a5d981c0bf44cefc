import { describe, expect, it } from 'vitest';
import { ApiError, createUnreachableError } from './api-error.ts';
import { createIdempotentSend } from './idempotent-send.ts';

const refusal = (status: number) => new ApiError(status, { error: 'No.', code: 'refused', details: [] });

/** Sends, and tells the key that it went under. */
async function keyOf(once: ReturnType<typeof createIdempotentSend>, content: unknown, failure?: Error): Promise<string> {
  let key = '';
  await once(content, async (given) => {
    key = given;
    if (failure !== undefined) throw failure;
  }).catch((error: unknown) => expect(error).toBe(failure));
  return key;
}

describe('the key of a write', () => {
  it.each([createUnreachableError(), refusal(502), refusal(504)])('is the same when the answer was lost (%#)', async (lost) => {
    const once = createIdempotentSend();
    const first = await keyOf(once, { a: 1 }, lost);
    expect(await keyOf(once, { a: 1 }, lost)).toBe(first);
    expect(await keyOf(once, { a: 1 })).toBe(first);
    expect(await keyOf(once, { a: 1 })).not.toBe(first);
  });

  it('is a new one after an answer, and for another content', async () => {
    const once = createIdempotentSend();
    const refused = await keyOf(once, { a: 1 }, refusal(422));
    const lost = await keyOf(once, { a: 1 }, refusal(0));
    const other = await keyOf(once, { a: 2 }, refusal(0));
    expect(new Set([refused, lost, other, await keyOf(once, { a: 1 })]).size).toBe(4);
  });

  it('is one for two that go at the same time', async () => {
    const once = createIdempotentSend();
    const [first, second] = await Promise.all([keyOf(once, 'x'), keyOf(once, 'x')]);
    expect(second).toBe(first);
    expect(await keyOf(once, 'x')).not.toBe(first);
  });
});
