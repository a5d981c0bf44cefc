import type { PluginContext } from '#engine';
import { parseHeaders, parseMail, type ParsedMail } from './parse-mail.ts';

/** Reading a larger message takes so long that it has a thread. */
const MAX_INLINE_BYTES = 262_144;
const DEADLINE = 120_000;
const THREAD = new URL('./parse-mail-thread.ts', import.meta.url);

/** The messages that are read in threads, one after the other: each needs a multiple of its size. */
let last: Promise<unknown> = Promise.resolve();

/** Reads a message, a large one in a thread. One that cannot be read in time is read without its content, which says so. */
export async function parseAnyMail({ runInThread }: Pick<PluginContext, 'runInThread'>, source: Buffer): Promise<ParsedMail> {
  if (source.length <= MAX_INLINE_BYTES) return parseMail(source);
  const run = last.then(() => runInThread(THREAD, source, { deadline: DEADLINE }));
  last = run.catch(() => undefined);
  return ((await run) as ParsedMail | undefined) ?? parseHeaders(source, 'cannot be read');
}
