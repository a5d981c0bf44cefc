import type { WebSocket } from '@fastify/websocket';
import { Ajv, type ValidateFunction } from 'ajv';
import type { RawData } from 'ws';
import { LIVE_CLOSE_CODES, LIVE_CLIENT_MESSAGE_SCHEMAS, type LiveClientMessage } from '#engine/model/wire';
import { MusterError } from '../../errors/index.ts';
import { MAX_SUBSCRIPTIONS, type LiveReceiver, type LiveSocket } from '../../live/index.ts';
import type { AuthenticationGuard, TokenSession } from '../request/authentication-guard.ts';
import type { ApiServices } from '../services.ts';

/** Milliseconds within which the first message must arrive. */
const HELLO_TIMEOUT = 4_000;
/** Milliseconds that the client has to close its side of the socket. */
const CLOSE_TIMEOUT = 1_000;
/** Burst of messages that is allowed at once, and messages per second after it. A browser that reconnects sends all its subscriptions. */
const BURST = 2 * MAX_SUBSCRIPTIONS;
const RATE = 50;

/** Connects a socket to the live service: authenticates it, limits its message rate and rejects malformed messages. */
export function handleConnection(socket: WebSocket, services: ApiServices, guard: AuthenticationGuard): void {
  const end = (code: number, reason: string): void => endSocket(socket, code, reason);
  const own: LiveSocket = {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    backlog: () => socket.bufferedAmount,
    close: end,
  };
  let receiver: LiveReceiver | undefined;
  let isClosed = false;
  let queue = Promise.resolve();
  const tryConsume = createRateLimiter(services);
  const hello = setTimeout(() => end(LIVE_CLOSE_CODES.helloMissing, 'the first message must be hello, with a token'), HELLO_TIMEOUT);

  const handleMessage = async (data: RawData, isBinary: boolean): Promise<void> => {
    if (isClosed) return;
    const message = readRequest(data, isBinary);
    if (message === undefined) return end(LIVE_CLOSE_CODES.messageInvalid, 'the message could not be understood');
    try {
      if (message.type === 'hello' || message.type === 'token') await identify(message);
      else if (receiver === undefined) end(LIVE_CLOSE_CODES.helloMissing, 'the first message must be hello, with a token');
      else await receiver.handle(message);
    } catch (error) {
      sendError(own, services, message, error);
    }
  };
  const identify = async ({ type, token }: Extract<LiveClientMessage, { readonly token: string }>): Promise<void> => {
    const session = await openSession(services, guard, token);
    if (type === 'token' && receiver !== undefined) return receiver.renew(session);
    if (receiver !== undefined) return end(LIVE_CLOSE_CODES.messageInvalid, 'hello was sent already');
    clearTimeout(hello);
    const joined = await services.live.connect(own, session);
    if (isClosed) joined.disconnect();
    else receiver = joined;
  };
  socket.on('message', (data, isBinary) => {
    if (!tryConsume()) return end(LIVE_CLOSE_CODES.tooMany, 'too many messages');
    // Messages are handled one after the other: a message depends on the effects of those before it.
    queue = queue.then(() => handleMessage(data, isBinary));
  });
  socket.on('close', () => {
    isClosed = true;
    clearTimeout(hello);
    receiver?.disconnect();
  });
}

/** Errors: `session_expired`, `api_token_invalid`, those of the store. */
async function openSession(services: ApiServices, guard: AuthenticationGuard, token: string): Promise<TokenSession> {
  const session = await guard.identifyBearer(token);
  await guard.assertLive(session, (await services.store.versions()).rights);
  return session;
}

/** Closes the socket when the session has expired or `hello` fails. Sends any other error to the client and keeps the socket open. */
function sendError(socket: LiveSocket, services: ApiServices, message: LiveClientMessage, error: unknown): void {
  const known = error instanceof MusterError ? error : new MusterError('internal_error', { cause: error });
  if (known.code === 'session_expired' || known.code === 'api_token_invalid')
    return socket.close(LIVE_CLOSE_CODES.sessionExpired, known.message);
  if (known.code === 'live_sockets_too_many') return socket.close(LIVE_CLOSE_CODES.tooMany, known.message);
  if (message.type === 'hello') return socket.close(LIVE_CLOSE_CODES.unavailable, known.message);
  if (!known.isPublic)
    services.log.error(
      { code: known.code, message: message.type, error: error instanceof Error ? error.stack : '' },
      'a live message failed',
    );
  const said = known.isPublic ? known : new MusterError('internal_error');
  socket.send(
    JSON.stringify({ type: 'error', about: message.type === 'subscribe' ? message.id : null, code: said.code, error: said.message }),
  );
}

/** Creates a token bucket that refills over time; the function returns false when it is empty. */
function createRateLimiter({ clock }: ApiServices): () => boolean {
  let left = BURST;
  let at = clock.now();
  return () => {
    const now = clock.now();
    left = Math.min(BURST, left + ((now - at) * RATE) / 1000) - 1;
    at = now;
    return left >= 0;
  };
}

function endSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState === socket.CLOSED) return;
  // A close reason may have at most 123 bytes.
  if (socket.readyState === socket.OPEN) socket.close(code, reason.slice(0, 120));
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT).unref();
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateSchema: false, meta: false, discriminator: false });
const checks = new Map<string, ValidateFunction>();

/** Parses a client message; undefined when it is malformed. */
function readRequest(data: RawData, isBinary: boolean): LiveClientMessage | undefined {
  if (isBinary) return undefined;
  try {
    const message = JSON.parse(toText(data)) as { readonly type?: unknown } | null;
    const { type } = message ?? {};
    return isRequestType(type) && checkOf(type)(message) ? (message as LiveClientMessage) : undefined;
  } catch {
    return undefined;
  }
}

function isRequestType(type: unknown): type is LiveClientMessage['type'] {
  return typeof type === 'string' && Object.hasOwn(LIVE_CLIENT_MESSAGE_SCHEMAS, type);
}

function checkOf(type: LiveClientMessage['type']): ValidateFunction {
  let check = checks.get(type);
  if (check === undefined) checks.set(type, (check = ajv.compile(LIVE_CLIENT_MESSAGE_SCHEMAS[type])));
  return check;
}

function toText(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data as Buffer).toString('utf8');
}
