import type { SchemaRegistry } from '../schema/schema-registry.ts';

interface PendingReservation {
  readonly count: number;
  readonly atLeast: number;
  readonly resolve: (first: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Reserves numbers of sequences. Requests that arrive during a reservation share the next one. */
export class Sequences {
  readonly #schemaRegistry: SchemaRegistry;
  readonly #waiting = new Map<string, PendingReservation[]>();

  constructor(schemaRegistry: SchemaRegistry) {
    this.#schemaRegistry = schemaRegistry;
  }

  reserve(sequence: string, count: number, atLeast: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(sequence);
      if (waiting !== undefined) return void waiting.push({ count, atLeast, resolve, reject });
      this.#waiting.set(sequence, [{ count, atLeast, resolve, reject }]);
      setImmediate(() => void this.#reserveWaiting(sequence));
    });
  }

  async #reserveWaiting(sequence: string): Promise<void> {
    for (let group = this.#takeWaiting(sequence); group.length > 0; group = this.#takeWaiting(sequence)) {
      const total = group.reduce((sum, { count }) => sum + count, 0);
      try {
        // Of the requests that share a reservation, each gets at least the largest of their smallest numbers.
        const atLeast = Math.max(...group.map((one) => one.atLeast));
        let next = (await this.#increment(sequence, total, atLeast)) - total + 1;
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

  #takeWaiting(sequence: string): PendingReservation[] {
    return this.#waiting.get(sequence)?.splice(0) ?? [];
  }

  async #increment(sequence: string, by: number, atLeast: number): Promise<number> {
    const last = { $add: [{ $max: [{ $ifNull: ['$last', atLeast - 1] }, atLeast - 1] }, by] };
    const after = await this.#schemaRegistry.meta.findOneAndUpdate({ _id: `sequence:${sequence}` }, [{ $set: { last } }], {
      upsert: true,
      returnDocument: 'after',
    });
    return after?.last ?? atLeast - 1 + by;
  }
}
