import type { DropdownDefinition } from '#engine/model/definitions';
import { measureTextSimilarity } from '#engine/model/similarity';
import { foldText } from '#engine/model/values';

/** A value that a text may mean. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
}

const MAX_SUGGESTIONS = 3;
const LEAST = 0.25;

/** Finds options of a dropdown by their values and labels. */
export class OptionFinder {
  readonly #options: DropdownDefinition['options'];
  readonly #byText = new Map<string, string>();

  constructor(dropdown: DropdownDefinition | undefined) {
    this.#options = dropdown?.options ?? [];
    // The first option has priority; a value has priority over the label of another option.
    for (const { value, label } of [...this.#options].reverse()) this.#byText.set(foldText(label), value);
    for (const { value } of [...this.#options].reverse()) this.#byText.set(foldText(value), value);
  }

  /** The value of the option with this value or label; case and accents do not matter. */
  find(text: string): string | undefined {
    return this.#byText.get(foldText(text));
  }

  /** Options that a text may mean, the most similar first. */
  suggest(text: string): readonly Suggestion[] {
    const folded = foldText(text);
    return this.#options
      .map(({ value, label }) => ({ value, label, score: scoreOption(folded, foldText(label)) }))
      .filter(({ score }) => score >= LEAST)
      .sort((one, other) => other.score - one.score)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ value, label }) => ({ value, label }));
  }
}

function scoreOption(text: string, label: string): number {
  return label.startsWith(text) || text.startsWith(label) ? 1 : measureTextSimilarity(text, label);
}
