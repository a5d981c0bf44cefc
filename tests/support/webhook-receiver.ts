import { createHmac } from 'node:crypto';
import { startStubServer, type ReceivedRequest, type StubServer } from '../../engine/testing/stub-server.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read bodies of every type
type Body = any;

/** A received message. */
export type ReceivedMessage = ReceivedRequest<Body>;

/** A real server that receives messages. */
export type WebhookReceiver = StubServer<Body>;

export const startReceiver = startStubServer<Body>;

/** The signature computed from the specification, without the product's code. */
export function signatureOf({ headers, text }: ReceivedMessage, secret: string): string {
  const key = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  return `v1,${createHmac('sha256', key)
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`, 'utf8')
    .digest('base64')}`;
}
