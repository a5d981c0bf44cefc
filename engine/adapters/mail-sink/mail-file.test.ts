import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatMail, writeMailFile } from './mail-file.ts';

const HEAD = { id: '0190-a', from: 'Muster <muster@localhost>', sentAt: Date.UTC(2026, 0, 2, 3, 4, 5) };
const MESSAGE = { to: ['ann@muster.test', 'ben@muster.test'], subject: 'Your account', text: 'Hello Ann,\nTemporary password: aB3=x' };

describe('A mail file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-mail-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the headers of a mail and the unchanged text', () => {
    expect(formatMail(HEAD, MESSAGE).split('\r\n')).toEqual([
      'From: Muster <muster@localhost>',
      'To: ann@muster.test, ben@muster.test',
      'Subject: Your account',
      'Date: Fri, 02 Jan 2026 03:04:05 +0000',
      'Message-ID: <0190-a@muster>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Hello Ann,',
      'Temporary password: aB3=x',
      '',
    ]);
  });

  it('removes line breaks from the subject and addresses, and encodes text that is not ASCII', () => {
    const subject = `Zoë\r\nBcc: all@muster.test ${'é'.repeat(60)}`;
    const text = formatMail(HEAD, { ...MESSAGE, to: ['x@y.test\nBcc: eve@muster.test'], subject });
    expect(text).not.toMatch(/^Bcc:/m);
    const [, encoded = ''] = /^Subject: ((?:.|\r\n )*)\r\nDate/m.exec(text) ?? [];
    expect(encoded.split('\r\n ').every((word) => word.length <= 75)).toBe(true);
    expect(
      encoded
        .split('\r\n ')
        .map((word) => Buffer.from(word.slice(10, -2), 'base64').toString())
        .join(''),
    ).toBe(subject.replace('\r\n', ' '));
  });

  it('contains both text and HTML when the message has HTML', () => {
    const text = formatMail(HEAD, { ...MESSAGE, html: '<p>Hello</p>' });
    const [, boundary = ''] = /boundary="([^"]+)"/.exec(text) ?? [];
    expect(text.split(`--${boundary}`)).toHaveLength(4);
    expect(text).toContain('\r\n\r\n<p>Hello</p>\r\n');
  });

  it('is readable only by its owner, in a private folder, and has no recipient in its name', async () => {
    const own = path.join(folder, 'outbox');
    const file = await writeMailFile(own, HEAD, MESSAGE);
    expect([statSync(own).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readdirSync(own)).toEqual(['2026-01-02T03-04-05-000Z-0190-a.eml']);
    expect(readFileSync(file, 'utf8')).toBe(formatMail(HEAD, MESSAGE));
  });

  it('leaves nothing behind when it cannot be written', async () => {
    const taken = path.join(folder, 'taken');
    writeFileSync(taken, '');
    await expect(writeMailFile(taken, HEAD, MESSAGE)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(taken, 'utf8')).toBe('');
  });
});
