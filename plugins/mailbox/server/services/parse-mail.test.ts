import { describe, expect, it } from 'vitest';
import { writeMail, writeRichMail } from '../../tests/mails.ts';
import { parseMail } from './parse-mail.ts';

const parse = (text: string) => parseMail(Buffer.from(text));
const CANNOT = /Open it in your mail program/;

describe('A received e-mail', () => {
  it('is read with its text, addresses, references and files', async () => {
    const mail = await parse(
      writeMail({
        id: 'two@x.test',
        from: '"Mei, T." <Mei@People.test>',
        to: 'Team: ann@muster.test, bob@muster.test;, not-an-address',
        headers: ['References: <one@x.test> <junk', 'In-Reply-To: <one@x.test>'],
      }),
    );
    expect(mail).toMatchObject({
      messageId: 'two@x.test',
      references: ['one@x.test'],
      sender: 'mei@people.test',
      senderName: 'Mei, T.',
      to: ['ann@muster.test', 'bob@muster.test'],
      text: 'Hello.',
      html: '',
      sentAt: '2026-11-27T10:00:00.000Z',
      files: [],
    });
  });

  it('is automatic by the headers of notices of absence, and of bulk mail', async () => {
    const isAutomatic = async (...headers: string[]) =>
      (await parse(writeMail({ id: 'a@x.test', from: 'mei@people.test', to: 'ann@muster.test', headers }))).isAutomatic;
    for (const header of ['Auto-Submitted: auto-replied (vacation)', 'Precedence: auto_reply', 'Precedence: Bulk', 'X-Autoreply: yes'])
      expect(await isAutomatic(header), header).toBe(true);
    expect(await isAutomatic()).toBe(false);
    expect(await isAutomatic('Auto-Submitted: no', 'Precedence: first-class')).toBe(false);
  });

  it('has HTML without anything that runs, sends or loads', async () => {
    const { html, text, subject, files } = await parse(writeRichMail({ id: 'r@x.test', from: 'mei@people.test', to: 'ann@muster.test' }));
    expect(html).toContain('<b>there</b>');
    expect(html).not.toMatch(/script|onclick|form|input|iframe|javascript|\ssrc=/);
    expect(html).toContain('data-remote="https://tracker.test/p.png"');
    expect(html).toContain('data-own="logo"');
    expect(text).toContain('Hi there');
    expect(subject).toBe('Lebenslauf über');
    expect(files).toMatchObject([{ name: 'logo.png', contentId: 'logo' }, { name: '.._.._cv.txt' }]);
  });

  it('is the same message in two mailboxes, and another one with another text', async () => {
    const [one, two, other] = await Promise.all(
      ['Hello.', 'Hello.', 'Bye.'].map((text) => parse(writeMail({ id: 'same@x.test', from: 'a@x.test', to: 'b@x.test', text }))),
    );
    expect(one?.digest).toBe(two?.digest);
    expect(one?.digest).not.toBe(other?.digest);
  });

  it('with too many or too deep parts, too large a header or only noise is stored without its content', async () => {
    const head = writeMail({ id: 'bomb@x.test', from: 'a@x.test', to: 'b@x.test' }).split('\r\nMIME-Version')[0] ?? '';
    const many = `${head}\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}`;
    expect(await parse(many)).toMatchObject({ messageId: 'bomb@x.test', text: expect.stringMatching(CANNOT), files: [] });
    const nest = (depth: number): string =>
      `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n${depth === 0 ? '\r\nx' : nest(depth - 1)}`;
    expect((await parse(`${head}\r\n${nest(200)}`)).text).toMatch(CANNOT);
    const long = `${head}\r\nX-Long: ${'y'.repeat(500_000)}\r\n\r\ntext`;
    expect((await parse(long)).text).toMatch(CANNOT);
    expect((await parse('\u0000\u0001\u0002')).sender).toBe('');
    const large = await parseMail(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.alloc(53_000_000, 120)]));
    expect(large).toMatchObject({ subject: 'News', text: expect.stringContaining('larger than 50 MB') });
  });

  it('with too long a text is cut, and its HTML is left out', async () => {
    const text = await parse(writeMail({ id: 'l@x.test', from: 'a@x.test', to: 'b@x.test', text: 'word '.repeat(100_000) }));
    expect(text.text.length).toBeLessThanOrEqual(95_000);
    const subject = await parse(writeMail({ id: 'l@x.test', from: 'a@x.test', to: 'b@x.test', subject: 'a '.repeat(5_000) }));
    expect(subject.subject.length).toBeLessThanOrEqual(900);
  });
});
