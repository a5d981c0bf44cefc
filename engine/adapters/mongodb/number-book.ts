import type { ShapeBook } from './shape-book.ts';

interface Asked {
  readonly count: number;
  readonly resolve: (first: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Reserves numbers of sequences: what is asked for while a reservation is under way is reserved together. */
export class NumberBook {
  readonly #book: ShapeBook;
  readonly #waiting = new Map<string, Asked[]>();

  constructor(book: ShapeBook) {
    this.#book = book;
  }

  reserve(sequence: string, count: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(sequence);
      if (waiting !== undefined) return void waiting.push({ count, resolve, reject });
      this.#waiting.set(sequence, [{ count, resolve, reject }]);
      setImmediate(() => void this.#serve(sequence));
    });
  }

  async #serve(sequence: string): Promise<void> {
    for (let group = this.#take(sequence); group.length > 0; group = this.#take(sequence)) {
      const total = group.reduce((sum, { count }) => sum + count, 0);
      try {
        let next = (await this.#raise(sequence, total)) - total + 1;
        for (const { count, resolve } of group) {
          resolve(next);
          next += count;
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#waiting.delete(sequence);
  }

  #take(sequence: string): Asked[] {
    return this.#waiting.get(sequence)?.splice(0) ?? [];
  }

  async #raise(sequence: string, by: number): Promise<number> {
    const after = await this.#book.meta.findOneAndUpdate({ _id: `sequence:${sequence}` }, { $inc: { last: by } }, { upsert: true, returnDocument: 'after' });
    return after?.last ?? by;
  }
}
