import { LIVE_CLOSE_CODES } from '#engine/model';
import type { InsertedDocument, StoreFeed } from '../ports/index.ts';
import { CHANGES_COLLECTION, type ChangeEntry } from '../records/index.ts';
import type { LiveOptions } from './create-live.ts';
import { HEARTBEAT, Presence } from './presence.ts';
import type { Receiver } from './receiver.ts';
import { refreshReceivers } from './refresh-receivers.ts';
import { lowestIdAt, Signals, type Signal } from './signals.ts';
import { tellChange } from './tell-change.ts';

/** Milliseconds between two looks at rights, at tokens that end and at who does not read. */
const TICK = 1_000;
/** Milliseconds after which receivers are told what they are owed: a flood is one word, and still seen within half a second. */
const SETTLE = 200;
/** More changes within a second than this are not told one by one. */
const FLOOD = 500;
/** Changes held for those who come back, and at most read from the store for one of them. */
const HELD = 2_000;
/** What was read longer ago than this, in milliseconds, is read anew. */
const LONGEST_AGE = 300_000;
/** A change has its id before it is committed: so much earlier, in milliseconds, and clocks of nodes may differ. */
const SLACK = 2_000;
/** A wake goes to the other processes at most so often, in milliseconds. */
const WAKE_PAUSE = 15;

/** The sockets of this process, and the stream of changes that they are told of. */
export class Hub {
  readonly receivers = new Set<Receiver>();
  readonly presence: Presence;
  readonly #options: LiveOptions;
  readonly #signals: Signals;
  readonly #held: InsertedDocument[] = [];
  #feed: StoreFeed | undefined;
  #opening: Promise<void> | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #versions = '';
  #beatAt = 0;
  /** What is told goes one after the other, so that nothing overtakes what was committed before it. */
  #line: Promise<void> = Promise.resolve();
  #waiting: InsertedDocument[] = [];
  /** Changes since the second began. */
  #second = { at: 0, count: 0 };
  #wake: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#signals = new Signals(options, (signal, from) => this.#hear(signal, from));
    this.presence = new Presence((signal) => void this.#signals.send(signal));
    if (options.pubSub !== undefined) options.store.onCommit(() => this.#wakeOthers());
    options.pubSub?.onReturn(() => this.#look());
  }

  get position(): string {
    return this.#feed?.position ?? '';
  }

  /** Takes a receiver in; what is committed from the position answered on is told. */
  async add(receiver: Receiver): Promise<string> {
    await (this.#opening ??= this.#open());
    this.receivers.add(receiver);
    return this.position;
  }

  remove(receiver: Receiver): void {
    this.presence.leaveAll(receiver);
    if (!this.receivers.delete(receiver) || this.receivers.size > 0) return;
    void this.#close();
  }

  /** What was committed after a position, if it is still known and not too much. */
  async since(position: string): Promise<readonly InsertedDocument[] | undefined> {
    if (position === this.position) return [];
    const at = this.#held.findIndex((one) => one.position === position);
    return at === -1 ? this.#options.store.insertedSince(CHANGES_COLLECTION.name, position, HELD) : this.#held.slice(at + 1);
  }

  /** Tells some of the changes to some of the receivers, after all that is being told. */
  tell(inserted: readonly InsertedDocument[], receivers: () => Iterable<Receiver>): Promise<void> {
    this.#line = this.#line.then(() => this.#tell(inserted, receivers())).catch((error: Error) => {
      this.#options.log.warn({ error: error.name }, 'live events could not be told one by one: browsers read anew');
      for (const receiver of receivers()) receiver.owe(null);
    }).finally(() => this.#settleSoon());
    return this.#line;
  }

  /** Tells a new subscription what happened to it while what is shown was on its way, as far as `age` milliseconds ago. */
  catchUp(receiver: Receiver, id: string, age: number): Promise<void> {
    this.#line = this.#line.then(async () => {
      const { store, views, clock } = this.#options;
      const entries = age > LONGEST_AGE ? undefined : await findRecent(store, clock.now() - age - SLACK);
      if (entries === undefined || entries.length > FLOOD) return receiver.owe([id]);
      for (const change of await views.load(entries)) await tellChange(views, change, this.position, [receiver], id);
    }).catch(() => receiver.owe([id])).finally(() => this.#settleSoon());
    return this.#line;
  }

  async announceUpdate(): Promise<void> {
    this.#tellUpdate();
    await this.#signals.send({ kind: 'update' });
  }

  async stop(): Promise<void> {
    clearTimeout(this.#wake);
    clearTimeout(this.#settling);
    for (const receiver of [...this.receivers]) receiver.socket.close(LIVE_CLOSE_CODES.restarting, 'the server stops');
    this.receivers.clear();
    await this.#close();
    await this.#options.pubSub?.close();
  }

  async #open(): Promise<void> {
    try {
      const { store } = this.#options;
      await this.#signals.start();
      this.#feed = await store.follow(CHANGES_COLLECTION.name, { take: (inserted) => this.#take(inserted), lose: () => this.#oweAll() });
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
    this.#held.length = 0;
    clearInterval(this.#ticker);
    await Promise.all([feed?.stop(), this.#signals.stop()]);
  }

  #look(): void {
    this.#feed?.look();
    this.#signals.look();
  }

  #oweAll(): void {
    this.#held.length = 0;
    for (const receiver of this.receivers) receiver.owe(null);
    this.#settleSoon();
  }

  /** What one turn of the event loop brings is told together: several saves of a record as one change. */
  #take(inserted: readonly InsertedDocument[]): void {
    this.#held.push(...inserted);
    if (this.#held.length > HELD * 2) this.#held.splice(0, this.#held.length - HELD);
    if (this.#waiting.push(...inserted) > inserted.length) return;
    setImmediate(() => {
      const waiting = this.#waiting;
      this.#waiting = [];
      void this.tell(waiting, () => this.receivers);
    });
  }

  async #tell(inserted: readonly InsertedDocument[], receivers: Iterable<Receiver>): Promise<void> {
    const position = inserted.at(-1)?.position;
    if (position === undefined || this.receivers.size === 0) return;
    await this.#refresh();
    const entries = inserted.map(({ document }) => document as unknown as ChangeEntry);
    if (this.#isFlood(entries.length)) return oweModules(receivers, new Set(entries.map((entry) => entry.module)));
    for (const change of await this.#options.views.load(entries)) await tellChange(this.#options.views, change, position, receivers);
  }

  #isFlood(count: number): boolean {
    const now = this.#options.clock.now();
    // A clock that was set back would else make one second last as long as it was wrong.
    if (now < this.#second.at || now - this.#second.at >= 1_000) this.#second = { at: now, count: 0 };
    this.#second.count += count;
    return this.#second.count > FLOOD;
  }

  /** Rights in force go before every change: nobody is told what they may no longer see. */
  async #refresh(): Promise<void> {
    const { definitions, rights } = await this.#options.store.versions();
    const versions = `${definitions}/${rights}`;
    if (versions === this.#versions) return;
    this.#versions = versions;
    await refreshReceivers(this.#options, this, { definitions, rights });
  }

  async #tick(): Promise<void> {
    const now = this.#options.clock.now();
    for (const receiver of this.receivers) if (receiver.session.expiresAt <= now) this.end(receiver, LIVE_CLOSE_CODES.sessionExpired, 'the token has ended');
    this.#settle(now);
    this.presence.forget(now);
    if (now - this.#beatAt >= HEARTBEAT) {
      this.#beatAt = now;
      this.presence.sendAll();
    }
    this.#line = this.#line.then(() => this.#refresh()).catch((error: Error) => this.#options.log.debug({ error: error.name }, 'rights could not be looked at; they are before the next event'));
    await this.#line;
  }

  #settleSoon(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#settle(this.#options.clock.now());
    }, SETTLE).unref();
  }

  #settle(now: number): void {
    for (const receiver of this.receivers) if (!receiver.settle(this.position, now)) this.end(receiver, LIVE_CLOSE_CODES.tooSlow, 'too much waits to be read');
  }

  /** Closes a socket and forgets it. */
  end(receiver: Receiver, code: number, reason: string): void {
    receiver.socket.close(code, reason);
    this.remove(receiver);
  }

  #hear(signal: Signal, from: string): void {
    switch (signal.kind) {
      case 'wake': return this.#look();
      case 'update': return this.#tellUpdate();
      case 'presence': return this.presence.hear(from, signal.records, this.#options.clock.now());
      case 'who': return this.presence.sendAll();
    }
  }

  #tellUpdate(): void {
    for (const receiver of this.receivers) receiver.send({ type: 'system-update' });
  }

  #wakeOthers(): void {
    this.#wake ??= setTimeout(() => {
      this.#wake = undefined;
      void this.#signals.send({ kind: 'wake' });
    }, WAKE_PAUSE);
  }
}

/** Changes by the time in their ids. */
async function findRecent(store: LiveOptions['store'], since: number): Promise<readonly ChangeEntry[]> {
  const found = await store.find({ collection: CHANGES_COLLECTION.name, filter: { kind: 'idRange', gte: lowestIdAt(since) }, sort: [], limit: FLOOD + 1 });
  return found.map(({ document }) => document as unknown as ChangeEntry);
}

function oweModules(receivers: Iterable<Receiver>, modules: ReadonlySet<string>): void {
  for (const receiver of receivers) receiver.owe([...receiver.subscriptions].filter(([, { module }]) => modules.has(module)).map(([id]) => id));
}
