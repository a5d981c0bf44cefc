import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { createPluginThreads } from '../../../engine/plugin-host/plugin-threads.ts';
import type { LogPort } from '../../../engine/ports/index.ts';
import { parseAnyMail } from '../server/services/parse-any-mail.ts';
import { parseMail } from '../server/services/parse-mail.ts';
import { writeMail } from './mails.ts';

/** A message of nearly 50 MB with one file. */
function writeLargeMail(): Buffer {
  const head = [
    'Message-ID: <large@x.test>',
    'From: Mei <mei@people.test>',
    'Subject: Large',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See the file.',
    '--b',
    'Content-Type: application/octet-stream; name="film.bin"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="film.bin"',
    '',
    '',
  ];
  const line = `${Buffer.alloc(57, 7).toString('base64')}\r\n`;
  return Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.alloc(49_000_000, line), Buffer.from('\r\n--b--\r\n')]);
}

/** For how many milliseconds at a time the event loop did nothing else. */
async function measure<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly blocked: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  // A delay is measured from one timer of the monitor to the next.
  await wait(50);
  const result = await work();
  await wait(50);
  delay.disable();
  return { result, blocked: delay.max / 1e6 };
}

const warnings: string[] = [];
const log = { warn: (_data: object, text: string) => void warnings.push(text) } as unknown as LogPort;
const threads = createPluginThreads(log, 'mailbox', new AbortController().signal);

it(
  'a message of 50 MB is read whole, beside the event loop',
  async () => {
    const source = writeLargeMail();
    const inline = await measure(() => parseMail(source));
    const beside = await measure(() => parseAnyMail(threads, source));
    expect(beside.result).toMatchObject({ messageId: 'large@x.test', subject: 'Large', text: 'See the file.' });
    expect(beside.result.digest).toBe(inline.result.digest);
    expect(beside.result.files.map(({ name, content }) => [name, content.byteLength])).toEqual([
      ['film.bin', inline.result.files[0]?.content.byteLength],
    ]);
    expect(beside.blocked).toBeLessThan(inline.blocked / 2);
  },
  60_000 * inject('timeoutFactor'),
);

it('one that is not read in time is stored with its header, and says so', async () => {
  const source = Buffer.from(writeMail({ id: 'slow@x.test', from: 'mei@people.test', to: 'ann@mail.test', text: 'x'.repeat(300_000) }));
  const slow = { runInThread: (url: URL, input: unknown) => threads.runInThread(url, input, { deadline: 1 }) };
  const mail = await parseAnyMail(slow, source);
  expect(mail).toMatchObject({ messageId: 'slow@x.test', text: 'This message cannot be read. Open it in your mail program.', files: [] });
  expect(warnings).toEqual(['A thread of a plugin has ended without a result']);
});
