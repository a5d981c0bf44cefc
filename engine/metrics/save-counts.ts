import type { Metric } from './metric.ts';

/** `saved`: records that were written. `refused`: operations that a rule or right refused. `failed`: operations that ended with an error of the product. */
export type SaveOutcome = 'saved' | 'refused' | 'failed';

/** Saves since the start of the process, by module and outcome. */
export class SaveCounts {
  readonly #counts = new Map<string, { [outcome in SaveOutcome]: number }>();

  /** `module` is the name of a module, never a text of a user. */
  add(module: string, outcome: SaveOutcome): void {
    let counts = this.#counts.get(module);
    if (counts === undefined) this.#counts.set(module, (counts = { saved: 0, refused: 0, failed: 0 }));
    counts[outcome] += 1;
  }

  metric(): Metric {
    return {
      name: 'muster_saves_total',
      kind: 'counter',
      help: 'Records written, and operations that were refused or failed, by module.',
      samples: [...this.#counts].flatMap(([module, counts]) =>
        (['saved', 'refused', 'failed'] as const).flatMap((outcome) =>
          counts[outcome] === 0 ? [] : [{ labels: { module, outcome }, value: counts[outcome] }],
        ),
      ),
    };
  }
}
