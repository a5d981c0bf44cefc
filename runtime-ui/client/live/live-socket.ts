import { LIVE_CLOSE_CODES, type LiveServerMessage, type LiveClientMessage } from '#engine/model/wire';
import { refreshToken } from '../refresh-token.ts';
import { notifySessionExpired } from '../session-events.ts';
import { isTokenExpired, readToken, tokenExpiry } from '../token-store.ts';
import { handleServerMessage, reportMissedEvents } from './handle-server-message.ts';
import { getLiveSubscriptions, setLiveConnection, useLive, type LiveConnection, type LiveSubscription } from './live-subscriptions.ts';
import { reconnectDelay } from './reconnect-delay.ts';

/** Milliseconds between two pings, and milliseconds without a message after which the connection counts as lost. */
const PING_MILLISECONDS = 20_000;
const SILENCE_TIMEOUT_MILLISECONDS = 45_000;
/** A token is renewed this long before it expires. */
const RENEWAL_LEEWAY_MILLISECONDS = 60_000;
/** A lost connection is shown to the user only after this time. */
const OFFLINE_GRACE_MILLISECONDS = 3_000;

/** The one WebSocket of this tab: authenticates, subscribes again after a reconnect, and resumes where it was. */
class LiveSocket implements LiveConnection {
  #socket: WebSocket | undefined;
  #isWelcome = false;
  #position: string | undefined;
  #attempts = 0;
  #lastMessageAt = 0;
  #isClosed = false;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #awayTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #ping = setInterval(() => this.#checkAlive(), PING_MILLISECONDS);

  open(): void {
    void this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#awayTimer);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket?.close();
  }

  /** The network is back: reconnects without waiting. */
  reconnectNow(): void {
    if (this.#isWelcome || this.#isClosed) return;
    this.#attempts = 0;
    void this.#connect();
  }

  subscribe(subscription: LiveSubscription): void {
    if (this.#isWelcome) this.#sendSubscribe(subscription, false);
  }

  /** Sends the age of data that was read before the subscription, as it may be stale; a resumed connection catches up by itself. */
  #sendSubscribe({ id, to, readAt }: LiveSubscription, isResumed: boolean): void {
    const at = isResumed ? undefined : readAt();
    this.#send({ type: 'subscribe', id, to, ...(at === undefined ? {} : { age: Math.max(0, Math.round(Date.now() - at)) }) });
  }

  unsubscribe(id: string): void {
    if (this.#isWelcome) this.#send({ type: 'unsubscribe', id });
  }

  present(record: string, field: string | null | undefined): void {
    if (!this.#isWelcome) return;
    const [module = '', id = ''] = record.split('/');
    this.#send(field === undefined ? { type: 'absent', module, id } : { type: 'present', module, id, field });
  }

  async #connect(): Promise<void> {
    const token = await this.#freshToken();
    if (this.#isClosed || this.#socket !== undefined) return;
    if (token === undefined) return this.#retry();
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#send({ type: 'hello', token }));
    socket.addEventListener('message', ({ data }) => this.#handleMessage(JSON.parse(String(data)) as LiveServerMessage));
    socket.addEventListener('close', ({ code }) => this.#handleClose(socket, code));
  }

  /** A valid token; undefined if none is available now. */
  async #freshToken(): Promise<string | undefined> {
    const token = readToken();
    if (isTokenExpired(token, 5_000) && (await refreshToken(token)) === 'refused') {
      this.#isClosed = true;
      notifySessionExpired();
    }
    return readToken() ?? undefined;
  }

  #handleMessage(message: LiveServerMessage): void {
    this.#lastMessageAt = Date.now();
    if (message.type === 'welcome') this.#handleWelcome(message.position);
    else if ('position' in message && message.position !== '') this.#position = message.position;
    handleServerMessage(message);
  }

  #handleWelcome(position: string): void {
    this.#isWelcome = true;
    this.#attempts = 0;
    clearTimeout(this.#awayTimer);
    this.#awayTimer = undefined;
    useLive.setState({ connection: 'open', people: {} });
    const { subscriptions, openRecords } = getLiveSubscriptions();
    this.#send({ type: 'subscribe', id: 'shell', to: { kind: 'shell' } });
    for (const subscription of subscriptions.values()) this.#sendSubscribe(subscription, this.#position !== undefined);
    for (const [record, field] of openRecords) this.present(record, field);
    if (this.#position !== undefined) this.#send({ type: 'resume', position: this.#position });
    // A resumed connection reports them itself; the first one may be later than what the page has read.
    else reportMissedEvents();
    this.#position ??= position;
    this.#scheduleRenewal();
  }

  #scheduleRenewal(): void {
    const token = readToken();
    if (token === null) return;
    this.#schedule(Math.max(1_000, tokenExpiry(token) - Date.now() - RENEWAL_LEEWAY_MILLISECONDS), () => void this.#renew(token));
  }

  async #renew(stale: string): Promise<void> {
    await refreshToken(stale);
    const token = readToken();
    if (!this.#isWelcome || token === null) return;
    if (token !== stale) this.#send({ type: 'token', token });
    this.#scheduleRenewal();
  }

  #handleClose(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#isWelcome = false;
    if (this.#isClosed) return;
    this.#awayTimer ??= setTimeout(() => useLive.setState({ connection: 'away', people: {} }), OFFLINE_GRACE_MILLISECONDS);
    if (code === LIVE_CLOSE_CODES.sessionExpired) void this.#renewAndRetry();
    else this.#retry();
  }

  /** The server reports the end of the session, which this tab has not seen: a token renewal confirms it. */
  async #renewAndRetry(): Promise<void> {
    if ((await refreshToken(readToken())) !== 'refused') return this.#retry();
    this.#isClosed = true;
    notifySessionExpired();
  }

  #retry(): void {
    this.#attempts += 1;
    this.#schedule(reconnectDelay(this.#attempts, Math.random()), () => void this.#connect());
  }

  #checkAlive(): void {
    if (!this.#isWelcome) return;
    if (Date.now() - this.#lastMessageAt > SILENCE_TIMEOUT_MILLISECONDS) this.#socket?.close();
    else this.#send({ type: 'ping' });
  }

  #send(message: LiveClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #schedule(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#isClosed) act();
    }, milliseconds);
    this.#timers.add(timer);
  }
}

/** Opens the WebSocket of this tab. Returns a function that closes it for good. */
export function openLiveSocket(): () => void {
  const socket = new LiveSocket();
  const reconnectNow = () => socket.reconnectNow();
  globalThis.addEventListener('online', reconnectNow);
  setLiveConnection(socket);
  socket.open();
  return () => {
    globalThis.removeEventListener('online', reconnectNow);
    socket.close();
    setLiveConnection(undefined);
  };
}
