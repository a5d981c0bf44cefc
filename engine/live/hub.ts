import { LIVE_CLOSE_CODES } from '#engine/model/wire';
import { MusterError } from '../errors/index.ts';
import type { InsertedDocument, LiveEvent, StoreFeed } from '../ports/index.ts';
import { SYSTEM_ACTOR } from '../access/index.ts';
import { CHANGES_COLLECTION, withCurrentModule, type ChangeEntry } from '../records/index.ts';
import type { LiveContext } from './live-context.ts';
import { createPositionCodec, type PositionCodec } from './position-codec.ts';
import { HEARTBEAT, Presence } from './presence.ts';
import type { Receiver } from './receiver.ts';
import { refreshReceivers } from './refresh-receivers.ts';
import { minIdAt, Signals, type Signal } from './signals.ts';
import { broadcastChange } from './broadcast-change.ts';
import { broadcastEvent } from './broadcast-event.ts';

/** Milliseconds between two checks of rights, expired tokens and slow receivers. */
const TICK = 1_000;
/** Milliseconds after which pending resyncs are sent: a burst of changes leads to one message, still within half a second. */
const FLUSH_DELAY = 200;
/** When there are more changes within a second, receivers get a resync and not each change. */
const MAX_CHANGES_PER_SECOND = 500;
/** Changes cached for receivers that reconnect, and the maximum read from the store for one of them. */
const MAX_RECENT = 2_000;
/** After a longer time than this, in milliseconds, a subscription gets a resync. */
const MAX_AGE = 300_000;
/** A change gets its id before it is committed, and clocks of nodes may differ: tolerance in milliseconds. */
const CLOCK_TOLERANCE = 2_000;
/** Maximum number of sockets of one user in one process: more than the tabs that a person has open. */
const MAX_SOCKETS_OF_USER = 50;
/** Minimum time between two `wake` signals to other processes, in milliseconds. */
const WAKE_INTERVAL = 15;

/** The sockets of this process, and the stream of changes that is sent to them. */
export class Hub {
  readonly receivers = new Set<Receiver>();
  readonly presence: Presence;
  readonly #options: LiveContext;
  readonly #signals: Signals;
  readonly #positions: PositionCodec;
  readonly #recent: InsertedDocument[] = [];
  #feed: StoreFeed | undefined;
  #opening: Promise<void> | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #versions = '';
  #beatAt = 0;
  /** Broadcasts run one after the other, so that they keep the order of commits. */
  #queue: Promise<void> = Promise.resolve();
  #waiting: InsertedDocument[] = [];
  /** Number of changes in the current second. */
  #second = { at: 0, count: 0 };
  #wake: NodeJS.Timeout | undefined;
  /** Users whose notifications changed, and the timer of the signal for them. */
  readonly #notified = new Set<string>();
  #notifying: NodeJS.Timeout | undefined;
  #flushTimer: NodeJS.Timeout | undefined;

  constructor(options: LiveContext) {
    this.#options = options;
    this.#positions = createPositionCodec(options.cipher);
    this.#signals = new Signals(options, (signal, from) => this.#handleSignal(signal, from));
    this.presence = new Presence((signal) => void this.#signals.send(signal));
    if (options.pubSub !== undefined) options.store.onCommit(() => this.#wakeOthers());
    options.pubSub?.onReconnect(() => this.#poll());
  }

  /** The current position, as receivers get it. */
  get position(): string {
    return this.encodePosition(this.#feed?.position ?? '');
  }

  /** A position of the store, as receivers get it. */
  encodePosition(position: string): string {
    return this.#positions.encode(position);
  }

  /** Adds a receiver; changes committed after the returned position are sent to it. Errors: `live_sockets_too_many`. */
  async add(receiver: Receiver): Promise<string> {
    await (this.#opening ??= this.#open());
    let ofUser = 0;
    for (const { userId } of this.receivers) if (userId === receiver.userId) ofUser += 1;
    if (ofUser >= MAX_SOCKETS_OF_USER) throw new MusterError('live_sockets_too_many', { values: { most: MAX_SOCKETS_OF_USER } });
    this.receivers.add(receiver);
    return this.position;
  }

  remove(receiver: Receiver): void {
    this.presence.leaveAll(receiver);
    if (!this.receivers.delete(receiver) || this.receivers.size > 0) return;
    void this.#close();
  }

  /** Changes committed after a receiver's position, or undefined if the position is unknown or there are too many. */
  async since(encoded: string): Promise<readonly InsertedDocument[] | undefined> {
    const position = this.#positions.decode(encoded);
    if (position === undefined) return undefined;
    if (position === this.#feed?.position) return [];
    const at = this.#recent.findIndex((one) => one.position === position);
    return at === -1 ? this.#options.store.insertedSince(CHANGES_COLLECTION.name, position, MAX_RECENT) : this.#recent.slice(at + 1);
  }

  /** Sends some of the changes to some of the receivers, after all broadcasts in progress. */
  broadcast(inserted: readonly InsertedDocument[], receivers: () => Iterable<Receiver>): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#broadcastNow(inserted, receivers()))
      .catch((error: Error) => {
        this.#options.log.warn({ error: error.name }, 'live events could not be sent one by one: browsers reload');
        for (const receiver of receivers()) receiver.requireResync(null);
      })
      .finally(() => this.#scheduleFlush());
    return this.#queue;
  }

  /** Sends a new subscription the changes of the last `age` milliseconds, which happened while the shown data was being loaded. */
  catchUp(receiver: Receiver, id: string, age: number): Promise<void> {
    this.#queue = this.#queue
      .then(async () => {
        const { store, views, clock } = this.#options;
        const entries = age > MAX_AGE ? undefined : await findRecent(store, clock.now() - age - CLOCK_TOLERANCE);
        if (entries === undefined || entries.length > MAX_CHANGES_PER_SECOND) return receiver.requireResync([id]);
        for (const change of await views.load(entries)) await broadcastChange(views, change, this.position, [receiver], id);
      })
      .catch(() => receiver.requireResync([id]))
      .finally(() => this.#scheduleFlush());
    return this.#queue;
  }

  /** Sends an event to the sockets of this process and of the others. */
  async sendEvent(event: LiveEvent): Promise<void> {
    const here = this.#broadcastEventHere(event);
    await this.#signals.send({ kind: 'event', event });
    await here;
  }

  /** The notifications of these users changed: their browsers read them again. Calls in quick succession are sent as one signal. */
  broadcastNotifications(users: readonly string[]): void {
    for (const user of users) this.#notified.add(user);
    this.#refreshNotifications(new Set(users));
    this.#notifying ??= setTimeout(() => {
      const changed = [...this.#notified];
      this.#notified.clear();
      this.#notifying = undefined;
      void this.#signals.send({ kind: 'notifications', users: changed });
    }, FLUSH_DELAY).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#notifying);
    clearTimeout(this.#wake);
    clearTimeout(this.#flushTimer);
    for (const receiver of [...this.receivers]) receiver.socket.close(LIVE_CLOSE_CODES.restarting, 'the server stops');
    this.receivers.clear();
    await this.#close();
    await this.#options.pubSub?.close();
  }

  async #open(): Promise<void> {
    try {
      const { store } = this.#options;
      await this.#signals.start();
      this.#feed = await store.watchInserts(CHANGES_COLLECTION.name, {
        onInserts: (inserted) => this.#receive(inserted),
        onGap: () => this.#requireResyncForAll(),
      });
      this.#versions = '';
      this.#ticker = setInterval(() => void this.#tick(), TICK).unref();
      await this.#signals.send({ kind: 'who' });
    } catch (error) {
      await this.#close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    const feed = this.#feed;
    this.#feed = undefined;
    this.#opening = undefined;
    this.#recent.length = 0;
    clearInterval(this.#ticker);
    await Promise.all([feed?.stop(), this.#signals.stop()]);
  }

  #poll(): void {
    this.#feed?.poll();
    this.#signals.poll();
  }

  #requireResyncForAll(): void {
    this.#recent.length = 0;
    for (const receiver of this.receivers) receiver.requireResync(null);
    this.#scheduleFlush();
  }

  /** Changes of one turn of the event loop are sent together: several saves of a record become one change. */
  #receive(inserted: readonly InsertedDocument[]): void {
    this.#recent.push(...inserted);
    if (this.#recent.length > MAX_RECENT * 2) this.#recent.splice(0, this.#recent.length - MAX_RECENT);
    if (this.#waiting.push(...inserted) > inserted.length) return;
    setImmediate(() => {
      const waiting = this.#waiting;
      this.#waiting = [];
      void this.broadcast(waiting, () => this.receivers);
    });
  }

  async #broadcastNow(inserted: readonly InsertedDocument[], receivers: Iterable<Receiver>): Promise<void> {
    const last = inserted.at(-1)?.position;
    if (last === undefined || this.receivers.size === 0) return;
    await this.#refresh();
    const entries = inserted.map(({ document }) => document as unknown as ChangeEntry);
    if (this.#isFlood(entries.length)) return this.#requireResync(receivers, entries);
    const position = this.encodePosition(last);
    for (const change of await this.#options.views.load(entries)) await broadcastChange(this.#options.views, change, position, receivers);
  }

  /** The lists and records of the modules of these changes are loaded again. */
  async #requireResync(receivers: Iterable<Receiver>, entries: readonly ChangeEntry[]): Promise<void> {
    const { snapshot } = await this.#options.access.scope(SYSTEM_ACTOR);
    const modules = new Set(entries.map((entry) => withCurrentModule(snapshot, entry).module));
    for (const receiver of receivers)
      receiver.requireResync([...receiver.subscriptions].filter(([, { module }]) => modules.has(module)).map(([id]) => id));
  }

  #isFlood(count: number): boolean {
    const now = this.#options.clock.now();
    // If the clock was set back, the second would otherwise not end until the clock catches up.
    if (now < this.#second.at || now - this.#second.at >= 1_000) this.#second = { at: now, count: 0 };
    this.#second.count += count;
    return this.#second.count > MAX_CHANGES_PER_SECOND;
  }

  /** Applies the current rights before every change, so that nobody receives what they may no longer see. */
  async #refresh(): Promise<void> {
    const { definitions, rights } = await this.#options.store.versions();
    const versions = `${definitions}/${rights}`;
    if (versions === this.#versions) return;
    this.#versions = versions;
    await refreshReceivers(this.#options, this, { definitions, rights });
  }

  async #tick(): Promise<void> {
    const now = this.#options.clock.now();
    for (const receiver of this.receivers)
      if (receiver.session.expiresAt <= now) this.end(receiver, LIVE_CLOSE_CODES.sessionExpired, 'the token has ended');
    this.#flush(now);
    this.presence.removeExpired(now);
    if (now - this.#beatAt >= HEARTBEAT) {
      this.#beatAt = now;
      this.presence.broadcastAll();
    }
    await this.applyVersions();
  }

  /** Applies the current rights and definitions to the receivers, in the order of the broadcasts. */
  applyVersions(): Promise<void> {
    if (this.receivers.size === 0) return Promise.resolve();
    this.#queue = this.#queue
      .then(() => this.#refresh())
      .catch((error: Error) =>
        this.#options.log.debug({ error: error.name }, 'rights could not be looked at; they are before the next event'),
      )
      .finally(() => this.#scheduleFlush());
    return this.#queue;
  }

  #scheduleFlush(): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = undefined;
      this.#flush(this.#options.clock.now());
    }, FLUSH_DELAY).unref();
  }

  #flush(now: number): void {
    for (const receiver of this.receivers)
      if (!receiver.flushResync(this.position, now)) this.end(receiver, LIVE_CLOSE_CODES.tooSlow, 'too much waits to be read');
  }

  /** Closes a socket and removes it. */
  end(receiver: Receiver, code: number, reason: string): void {
    receiver.socket.close(code, reason);
    this.remove(receiver);
  }

  #handleSignal(signal: Signal, from: string): void {
    switch (signal.kind) {
      case 'wake':
        return this.#poll();
      case 'event':
        return void this.#broadcastEventHere(signal.event);
      case 'presence':
        return this.presence.handleRemote(from, signal.records, this.#options.clock.now());
      case 'who':
        return this.presence.broadcastAll();
      case 'notifications':
        return this.#refreshNotifications(new Set(signal.users));
    }
  }

  #refreshNotifications(users: ReadonlySet<string>): void {
    for (const receiver of this.receivers)
      if (receiver.notifications.size > 0 && users.has(receiver.userId)) receiver.requireNotifications();
    this.#scheduleFlush();
  }

  /** After the broadcasts in progress, so that a change that was committed before the event is not sent after it. */
  #broadcastEventHere(event: LiveEvent): Promise<void> {
    if (this.receivers.size === 0) return Promise.resolve();
    this.#queue = this.#queue
      .then(() => this.#refresh())
      .then(() => broadcastEvent(this.#options.views, event, this.receivers))
      .catch((error: Error) => this.#options.log.warn({ error: error.name, event: event.name }, 'a live event could not be sent'));
    return this.#queue;
  }

  #wakeOthers(): void {
    this.#wake ??= setTimeout(() => {
      this.#wake = undefined;
      void this.#signals.send({ kind: 'wake' });
    }, WAKE_INTERVAL);
  }
}

/** Changes since a time, by the time in their ids. */
async function findRecent(store: LiveContext['store'], since: number): Promise<readonly ChangeEntry[]> {
  const found = await store.find({
    collection: CHANGES_COLLECTION.name,
    filter: { kind: 'idRange', gte: minIdAt(since) },
    sort: [],
    limit: MAX_CHANGES_PER_SECOND + 1,
  });
  return found.map(({ document }) => document as unknown as ChangeEntry);
}
