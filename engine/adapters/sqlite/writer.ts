import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads';
import { startThread } from './start-thread.ts';
import { StatementIds } from './encode-unit.ts';
import type { WriterBatch, WriterMessage, WriterRequest, WriterSetup } from './writer-protocol.ts';

/** With more texts than this the numbers begin anew. */
const MAX_STATEMENT_TEXTS = 2000;

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly ended: Promise<void>;
}

export interface WriterListener {
  /** In the order in which the thread said it. */
  onMessage(reply: WriterMessage): void;
  /** The thread ended with work left. */
  onExit(cause: unknown): void;
}

/**
 * The thread that alone writes to the file, so that no request waits for a disk. It starts with the first thing to write,
 * and anew when it died.
 */
export class Writer {
  readonly #setup: Omit<WriterSetup, 'port'>;
  readonly #listener: WriterListener;
  #thread: Thread | undefined;
  /** Of the texts that the thread knows. */
  #texts = new StatementIds();
  #forget = false;

  constructor(setup: Omit<WriterSetup, 'port'>, listener: WriterListener) {
    this.#setup = setup;
    this.#listener = listener;
  }

  /** The numbers by which requests name their texts; those of one `send` come from one book. */
  getStatementIds(): StatementIds {
    return this.#texts;
  }

  send(requests: readonly WriterRequest[]): void {
    this.#thread ??= this.#start();
    this.#thread.port.postMessage({ requests, texts: this.#texts.takeNew(), resetsTexts: this.#forget } satisfies WriterBatch);
    this.#forget = this.#texts.size > MAX_STATEMENT_TEXTS;
    if (this.#forget) this.#texts = new StatementIds();
  }

  /** What the thread said already, although no event brought it yet. */
  drainMessages(): void {
    const port = this.#thread?.port;
    if (!port) return;
    for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port)) this.#listener.onMessage(message.message as WriterMessage);
  }

  /** Whether work is under way: an idle thread keeps no process alive. */
  setBusy(isBusy: boolean): void {
    if (isBusy) this.#thread?.port.ref();
    else this.#thread?.port.unref();
  }

  /** Ends the thread once it did what it was sent. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    thread.worker.ref();
    thread.port.postMessage({ requests: [{ kind: 'close' }], texts: [], resetsTexts: false } satisfies WriterBatch);
    await thread.ended;
  }

  #start(): Thread {
    const { port1, port2 } = new MessageChannel();
    const worker = startThread('writer-thread', { ...this.#setup, port: port2 }, [port2]);
    worker.unref();
    port1.on('message', (reply: WriterMessage) => this.#listener.onMessage(reply));
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    const ended = new Promise<void>((resolve) => worker.once('exit', () => {
      this.#thread = undefined;
      this.#texts = new StatementIds();
      this.#forget = false;
      port1.close();
      this.#listener.onExit(cause);
      resolve();
    }));
    return { worker, port: port1, ended };
  }
}
