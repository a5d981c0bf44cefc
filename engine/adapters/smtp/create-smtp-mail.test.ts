import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSmtpMail } from './create-smtp-mail.ts';

const received: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (address, _session, done) => (address.address.startsWith('refused') ? done(new Error('no such mailbox')) : done()),
  onData: (stream, _session, done) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stream.on('end', () => {
      received.push(text);
      done();
    });
  },
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const urlOf = (): string => `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

it('sends a message to the server', async () => {
  const mail = createSmtpMail({ url: urlOf(), from: 'muster@muster.example' });
  await mail.send({ to: ['priya@muster.example'], subject: 'Hello', text: 'A body of text' });
  await mail.close();
  expect(received.join('')).toMatch(/To: priya@muster\.example[\s\S]*Subject: Hello[\s\S]*A body of text/);
});

it('sends pictures inside the message', async () => {
  const mail = createSmtpMail({ url: urlOf(), from: 'muster@muster.example' });
  const pictures = [{ id: 'chart', content: Uint8Array.from([1, 2, 3]) }];
  await mail.send({ to: ['priya@muster.example'], subject: 'Chart', text: 'Plain', html: '<img src="cid:chart">', pictures });
  await mail.close();
  expect(received.at(-1)).toMatch(/multipart\/related[\s\S]*Content-Type: image\/png[\s\S]*Content-Id: <chart>[\s\S]*AQID/i);
});

it('sends attachments, headers and an id of its own, from another sender', async () => {
  const mail = createSmtpMail({ url: urlOf(), from: 'muster@muster.example' });
  await mail.send({
    to: ['priya@muster.example'],
    subject: 'Files',
    text: 'Plain',
    from: 'Ann <ann@muster.example>',
    replyTo: 'ann@people.example',
    headers: { 'List-Unsubscribe': '<https://muster.example/x>' },
    messageId: 'one@muster.example',
    attachments: [{ name: 'plan.txt', type: 'text/plain', content: Uint8Array.from([80]) }],
  });
  await mail.close();
  expect(received.at(-1)).toMatch(/From: Ann <ann@muster\.example>/);
  expect(received.at(-1)).toMatch(/Reply-To: ann@people\.example/);
  expect(received.at(-1)).toMatch(/List-Unsubscribe: <https:\/\/muster\.example\/x>/);
  expect(received.at(-1)).toMatch(/Message-ID: <one@muster\.example>/);
  expect(received.at(-1)).toMatch(/filename=plan\.txt/);
});

it('throws mail_failed when the server refuses or cannot be reached', async () => {
  const mail = createSmtpMail({ url: urlOf(), from: 'muster@muster.example' });
  await expect(mail.send({ to: ['refused@muster.example'], subject: 'x', text: 'x' })).rejects.toMatchObject({
    code: 'mail_failed',
    status: 503,
    data: { response: expect.stringContaining('no such mailbox'), permanent: true },
  });
  await mail.close();
  const nowhere = createSmtpMail({ url: 'smtp://127.0.0.1:9', from: 'muster@muster.example' });
  await expect(nowhere.send({ to: ['x@muster.example'], subject: 'x', text: 'x' })).rejects.toMatchObject({
    code: 'mail_failed',
    data: { permanent: false },
  });
});
