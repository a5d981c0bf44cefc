import { LIVE_CLOSE_CODES, type LiveAnswer, type LiveRequest } from '#engine/model';
import { refreshToken } from '../refresh-token.ts';
import { notifySessionExpired } from '../session-events.ts';
import { isTokenExpired, readToken, tokenExpiry } from '../token-store.ts';
import { hearAnswer } from './hear-answer.ts';
import { listWishes, takeLine, useLive, type LiveLine, type LiveWish } from './live-bus.ts';
import { pauseBefore } from './pause-before.ts';

/** Milliseconds between two questions whether the server is there, and of silence after which it is not. */
const PING = 20_000;
const SILENCE = 45_000;
/** A token is renewed so long before its end. */
const LEEWAY = 60_000;
/** So long a lost connection is nobody's concern. */
const UNNOTICED = 3_000;

/** The one socket of this tab: says who is there, asks again for all that is wanted, and goes on from where it was. */
class LiveSocket implements LiveLine {
  #socket: WebSocket | undefined;
  #isWelcome = false;
  #position: string | undefined;
  #tries = 0;
  #heardAt = 0;
  #isOver = false;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #awayTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #ping = setInterval(() => this.#look(), PING);

  open(): void {
    void this.#connect();
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#ping);
    clearTimeout(this.#awayTimer);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket?.close();
  }

  /** The network is back: no need to wait. */
  hurry(): void {
    if (this.#isWelcome || this.#isOver) return;
    this.#tries = 0;
    void this.#connect();
  }

  subscribe(wish: LiveWish): void {
    if (this.#isWelcome) this.#ask(wish, false);
  }

  /** What was shown before the subscription may be older than it; a connection that goes on catches up by itself. */
  #ask({ id, to, readAt }: LiveWish, isResumed: boolean): void {
    const at = isResumed ? undefined : readAt();
    this.#say({ type: 'subscribe', id, to, ...(at === undefined ? {} : { age: Math.max(0, Math.round(Date.now() - at)) }) });
  }

  unsubscribe(id: string): void {
    if (this.#isWelcome) this.#say({ type: 'unsubscribe', id });
  }

  present(record: string, field: string | null | undefined): void {
    if (!this.#isWelcome) return;
    const [module = '', id = ''] = record.split('/');
    this.#say(field === undefined ? { type: 'absent', module, id } : { type: 'present', module, id, field });
  }

  async #connect(): Promise<void> {
    const token = await this.#freshToken();
    if (this.#isOver || this.#socket !== undefined) return;
    if (token === undefined) return this.#retry();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#say({ type: 'hello', token }));
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as LiveAnswer));
    socket.addEventListener('close', ({ code }) => this.#lose(socket, code));
  }

  /** A good token; undefined when none can be had now. */
  async #freshToken(): Promise<string | undefined> {
    const token = readToken();
    if (isTokenExpired(token, 5_000) && (await refreshToken(token)) === 'refused') {
      this.#isOver = true;
      notifySessionExpired();
    }
    return readToken() ?? undefined;
  }

  #hear(message: LiveAnswer): void {
    this.#heardAt = Date.now();
    if (message.type === 'welcome') this.#begin(message.position);
    else if ('position' in message && message.position !== '') this.#position = message.position;
    hearAnswer(message);
  }

  #begin(position: string): void {
    this.#isWelcome = true;
    this.#tries = 0;
    clearTimeout(this.#awayTimer);
    this.#awayTimer = undefined;
    useLive.setState({ line: 'open', people: {} });
    const { wishes, open } = listWishes();
    this.#say({ type: 'subscribe', id: 'shell', to: { kind: 'shell' } });
    for (const wish of wishes.values()) this.#ask(wish, this.#position !== undefined);
    for (const [record, field] of open) this.present(record, field);
    if (this.#position !== undefined) this.#say({ type: 'resume', position: this.#position });
    this.#position ??= position;
    this.#renewLater();
  }

  #renewLater(): void {
    const token = readToken();
    if (token === null) return;
    this.#after(Math.max(1_000, tokenExpiry(token) - Date.now() - LEEWAY), () => void this.#renew(token));
  }

  async #renew(stale: string): Promise<void> {
    await refreshToken(stale);
    const token = readToken();
    if (!this.#isWelcome || token === null) return;
    if (token !== stale) this.#say({ type: 'token', token });
    this.#renewLater();
  }

  #lose(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#isWelcome = false;
    if (this.#isOver) return;
    this.#awayTimer ??= setTimeout(() => useLive.setState({ line: 'away', people: {} }), UNNOTICED);
    if (code === LIVE_CLOSE_CODES.sessionExpired) void this.#renewAndRetry();
    else this.#retry();
  }

  /** The server knows of an end of the session that this tab does not: a renewal tells for certain. */
  async #renewAndRetry(): Promise<void> {
    if ((await refreshToken(readToken())) !== 'refused') return this.#retry();
    this.#isOver = true;
    notifySessionExpired();
  }

  #retry(): void {
    this.#tries += 1;
    this.#after(pauseBefore(this.#tries, Math.random()), () => void this.#connect());
  }

  #look(): void {
    if (!this.#isWelcome) return;
    if (Date.now() - this.#heardAt > SILENCE) this.#socket?.close();
    else this.#say({ type: 'ping' });
  }

  #say(message: LiveRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#isOver) act();
    }, milliseconds);
    this.#timers.add(timer);
  }
}

/** Opens this tab's socket. Answers how to close it for good. */
export function openLiveSocket(): () => void {
  const socket = new LiveSocket();
  const hurry = () => socket.hurry();
  globalThis.addEventListener('online', hurry);
  takeLine(socket);
  socket.open();
  return () => {
    globalThis.removeEventListener('online', hurry);
    socket.close();
    takeLine(undefined);
  };
}
