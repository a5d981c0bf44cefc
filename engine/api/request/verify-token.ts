import type { FastifyInstance } from 'fastify';
import { MusterError } from '../../errors/index.ts';

/**
 * The content of a signed token; its expiry is not checked. The signature has exactly one valid text: base64url leaves two
 * bits of its last character unused, so that other texts would decode to the same bytes. Errors: `session_expired`.
 */
export function verifyToken(app: FastifyInstance, token: string): { readonly [name: string]: unknown } {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) throw new MusterError('session_expired');
  try {
    return app.jwt.verify<{ readonly [name: string]: unknown }>(token);
  } catch (cause) {
    throw new MusterError('session_expired', { cause });
  }
}
