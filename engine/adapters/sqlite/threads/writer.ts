import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { startThread } from '../../../threads/index.ts';
import { StatementIds } from './encode-unit.ts';
import type { WriterBatch, WriterMessage, WriterRequest, WriterSetup } from './writer-protocol.ts';

/** Above this many texts the ids start again from 0. */
const MAX_STATEMENT_TEXTS = 2000;

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly ended: Promise<void>;
}

export interface WriterListener {
  /** Called with the messages in the order in which the thread sent them. */
  onMessage(reply: WriterMessage): void;
  /** Called when the thread exited, possibly with unfinished work. */
  onExit(cause: unknown): void;
}

/**
 * The only thread of the process that writes to the file, so that no request waits for a disk. It starts with the first
 * request, and again after it died.
 */
export class Writer {
  readonly #setup: Omit<WriterSetup, 'port'>;
  readonly #listener: WriterListener;
  #thread: Thread | undefined;
  /** Ids of the texts that the thread has. */
  #texts = new StatementIds();
  #forget = false;

  constructor(setup: Omit<WriterSetup, 'port'>, listener: WriterListener) {
    this.#setup = setup;
    this.#listener = listener;
  }

  get isRunning(): boolean {
    return this.#thread !== undefined;
  }

  /** The ids by which requests refer to their texts; all requests of one `send` use the ids of the same instance. */
  getStatementIds(): StatementIds {
    return this.#texts;
  }

  send(requests: readonly WriterRequest[]): void {
    this.#thread ??= this.#start();
    this.#thread.port.postMessage({ requests, texts: this.#texts.takeNew(), resetsTexts: this.#forget } satisfies WriterBatch);
    this.#forget = this.#texts.size > MAX_STATEMENT_TEXTS;
    if (this.#forget) this.#texts = new StatementIds();
  }

  /** Handles the messages that the thread has already sent, before their events are delivered. */
  drainMessages(): void {
    const port = this.#thread?.port;
    if (!port) return;
    for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port))
      this.#listener.onMessage(message.message as WriterMessage);
  }

  /** Sets whether work is running: an idle thread does not keep the process alive. */
  setBusy(isBusy: boolean): void {
    if (isBusy) this.#thread?.port.ref();
    else this.#thread?.port.unref();
  }

  /** Ends the thread after it has finished its requests. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    thread.worker.ref();
    thread.port.postMessage({ requests: [{ kind: 'close' }], texts: [], resetsTexts: false } satisfies WriterBatch);
    await thread.ended;
  }

  #start(): Thread {
    const { port1, port2 } = new MessageChannel();
    const worker = startThread(new URL('./writer-thread.ts', import.meta.url), {
      data: { ...this.#setup, port: port2 },
      transferList: [port2],
    });
    worker.unref();
    port1.on('message', (reply: WriterMessage) => this.#listener.onMessage(reply));
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    const ended = new Promise<void>((resolve) =>
      worker.once('exit', () => {
        this.#thread = undefined;
        this.#texts = new StatementIds();
        this.#forget = false;
        port1.close();
        this.#listener.onExit(cause);
        resolve();
      }),
    );
    return { worker, port: port1, ended };
  }
}
