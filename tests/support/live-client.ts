import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { LiveServerMessage, LiveTarget } from '#engine/model/wire';

type MessageOf<Type extends LiveServerMessage['type']> = Extract<LiveServerMessage, { readonly type: Type }>;

/** A socket at `/api/live` that records all messages it receives. */
export interface LiveClient {
  readonly socket: WebSocket;
  readonly received: readonly LiveServerMessage[];
  readonly position: string;
  /** Sends a message; a string is sent unchanged. */
  send(message: object | string): void;
  /** Subscribes and waits for the response. */
  subscribe(id: string, to: LiveTarget): Promise<LiveServerMessage>;
  /** The next matching message of a type that was not returned before; fails after the timeout. */
  next<Type extends LiveServerMessage['type']>(type: Type, fits?: (message: MessageOf<Type>) => boolean): Promise<MessageOf<Type>>;
  /** Close code from the server. */
  readonly closed: Promise<number>;
  /** Resolves when the server responded to a ping: all earlier messages have arrived. */
  settled(): Promise<void>;
  close(): void;
}

/** How a socket is opened. */
export interface LiveClientOptions {
  /** Milliseconds to wait for a message. */
  readonly timeout: number;
  /** True: after the welcome it does not read what it receives. */
  readonly isPaused?: boolean;
}

/** Opens a socket; with a token, sends hello and waits for the welcome. */
export async function createLiveClient(
  url: string,
  token: string | undefined,
  { timeout, isPaused = false }: LiveClientOptions,
): Promise<LiveClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`);
  const received: LiveServerMessage[] = [];
  const taken = new Set<LiveServerMessage>();
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as LiveServerMessage));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const send = (message: object | string): void => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const next: LiveClient['next'] = async <Type extends LiveServerMessage['type']>(
    type: Type,
    fits: (message: MessageOf<Type>) => boolean = () => true,
  ) => {
    const until = performance.now() + timeout;
    for (;;) {
      const found = received.find((one): one is MessageOf<Type> => one.type === type && !taken.has(one) && fits(one as MessageOf<Type>));
      if (found !== undefined) {
        taken.add(found);
        return found;
      }
      if (performance.now() > until) throw new Error(`No ${type} came; latest messages: ${JSON.stringify(received.slice(-10))}`);
      await sleep(5);
    }
  };
  const client: LiveClient = {
    socket,
    received,
    closed,
    send,
    next,
    get position() {
      return received.flatMap((one) => ('position' in one ? [one.position] : [])).at(-1) ?? '';
    },
    subscribe: async (id, to) => {
      send({ type: 'subscribe', id, to });
      return Promise.race([next('subscribed', (one) => one.id === id), next('error', (one) => one.about === id)]);
    },
    settled: async () => {
      send({ type: 'ping' });
      await next('pong');
    },
    close: () => socket.terminate(),
  };
  if (token !== undefined) {
    send({ type: 'hello', token });
    await next('welcome');
  }
  if (isPaused) socket.pause();
  return client;
}
