import type { FastifyInstance } from 'fastify';
import { clearBodyTimer } from './request-body.ts';

/** Most bytes of a form. */
const MAX_FORM_BYTES = 16_384;

/**
 * Accepts forms of texts besides JSON: programs that unsubscribe in one click (RFC 8058) send a form. Its values are the body, by name.
 * Only for endpoints that need no cookie: a page of another site can send a form.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (request, text, done) => {
      clearBodyTimer(request);
      const type = request.headers['content-type'] ?? '';
      const read = type.startsWith('multipart/') ? readMultipart : readUrlEncoded;
      done(null, Object.fromEntries(read(text.toString(), type)));
    },
  );
}

function readUrlEncoded(text: string): readonly (readonly [string, string])[] {
  return [...new URLSearchParams(text)];
}

function readMultipart(text: string, type: string): readonly (readonly [string, string])[] {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  return text.split(`--${boundary}`).flatMap((part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const [, name] = /^content-disposition:[^\r\n]*;\s*name="([^"\r\n]*)"/im.exec(head) ?? [];
    return name === undefined ? [] : [[name, rest.join('\r\n\r\n').replace(/\r\n$/, '')] as const];
  });
}
