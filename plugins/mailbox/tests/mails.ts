/** A message as a mail program sends it. */
export function writeMail(fields: {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject?: string;
  readonly text?: string;
  readonly headers?: readonly string[];
  readonly date?: string;
}): string {
  const { id, from, to, subject = 'News', text = 'Hello.', headers = [], date = 'Fri, 27 Nov 2026 10:00:00 +0000' } = fields;
  const lines = [`Message-ID: <${id}>`, `From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${date}`, ...headers];
  return [...lines, 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n');
}

/** A message with HTML, a picture in it, a remote picture and a file. */
export function writeRichMail({ id, from, to }: { readonly id: string; readonly from: string; readonly to: string }): string {
  const html =
    '<p onclick="alert(1)">Hi <b>there</b><script>alert(2)</script></p><form action="https://evil.test"><input name="p"></form>' +
    '<img src="cid:logo"><img src="https://tracker.test/p.png" alt="t"><a href="javascript:alert(3)">x</a><iframe src="https://evil.test"></iframe>';
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return [
    `Message-ID: <${id}>`,
    `From: Mei Tanaka <${from}>`,
    `To: ${to}`,
    'Subject: =?utf-8?B?TGViZW5zbGF1ZiDDvGJlcg==?=',
    'Date: Fri, 27 Nov 2026 11:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/related; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--inner',
    'Content-Type: image/png; name="logo.png"',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <logo>',
    'Content-Disposition: inline; filename="logo.png"',
    '',
    png,
    '--inner--',
    '--outer',
    'Content-Type: text/plain; name="../../cv.txt"',
    'Content-Disposition: attachment; filename="../../cv.txt"',
    '',
    'My life',
    '--outer--',
    '',
  ].join('\r\n');
}

/** What a mail server writes about a message that it could not deliver. */
export function writeBounce({
  to,
  original,
  recipient,
}: {
  readonly to: string;
  readonly original: string;
  readonly recipient: string;
}): string {
  return [
    `Message-ID: <bounce-${original}>`,
    'From: Mail Delivery <mailer-daemon@mail.test>',
    `To: ${to}`,
    'Subject: Undelivered Mail',
    'Date: Fri, 27 Nov 2026 12:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It did not arrive.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${original}>`,
    'Subject: News',
    '',
    'Hi.',
    '--b--',
    '',
  ].join('\r\n');
}
