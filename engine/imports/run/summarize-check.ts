import { foldText } from '#engine/model/values';
import type { ImportProblemKind, ImportSummary, ImportUnknownValue } from '#engine/model/wire';
import { textOfCell } from '../read/profile-columns.ts';
import type { StagedRow } from '../read/stage-file.ts';
import type { StoredProblem } from '../stored-import.ts';
import type { RowOutcome } from './chunk-results.ts';
import type { RowPlanner } from './plan-rows.ts';

/** Kinds of problems, and different texts, that a summary has at most. */
const MAX_KINDS = 200;
const MAX_VALUES = 500;

/** The problem of many cells in a few words, after the label of their field. */
const KINDS: { readonly [code: string]: string } = {
  link_missing: 'does not exist',
  link_several: 'names several records',
  not_a_date: 'is no date',
  not_a_number: 'is no number',
  not_a_phone: 'is no phone number',
  not_an_email: 'is not valid',
  not_an_option: 'is not an option',
  not_unique: 'is used already',
  not_yes_or_no: 'is neither yes nor no',
  required: 'is missing',
};

/** Problems for which another text of the same column may be chosen. */
const CORRECTABLE: ReadonlySet<string> = new Set(['not_an_option', 'link_missing', 'link_several']);

/** Collects the problems of a check. */
export class CheckSummary {
  readonly #kinds = new Map<string, { kind: ImportProblemKind; count: number }>();
  readonly #values = new Map<string, { value: ImportUnknownValue; count: number }>();
  readonly #creates = new Map<string, Set<string>>();

  /** Adds the rows of a chunk with their outcomes, in the same order. */
  add(planner: RowPlanner, rows: readonly StagedRow[], outcomes: readonly RowOutcome[]): void {
    for (const { row, state, problems } of outcomes) {
      for (const { module, text } of state === 'new' || state === 'update' ? row.missing : [])
        this.#creates.set(module, (this.#creates.get(module) ?? new Set()).add(foldText(text)));
      for (const problem of problems) this.#addProblem(planner, rows[row.place], problem);
    }
  }

  #addProblem(planner: RowPlanner, row: StagedRow | undefined, problem: StoredProblem): void {
    const { column, field, code } = problem;
    const place = `${column}|${field}|${code}`;
    const known = this.#kinds.get(place);
    if (known !== undefined) known.count += 1;
    else if (this.#kinds.size < MAX_KINDS)
      this.#kinds.set(place, { kind: { column, field, code, text: describeKind(planner, problem), count: 0 }, count: 1 });
    if (row !== undefined && column !== null && CORRECTABLE.has(code)) this.#addValue(planner, row, column);
  }

  #addValue({ translator }: RowPlanner, row: StagedRow, column: number): void {
    const text = textOfCell(translator.cellOf(row, column).cell);
    const place = `${column}|${foldText(text)}`;
    const known = this.#values.get(place);
    if (known !== undefined) known.count += 1;
    else if (this.#values.size < MAX_VALUES)
      this.#values.set(place, { value: { column, text, count: 0, suggestions: translator.suggest(column, text) }, count: 1 });
  }

  /** What the check found, besides the counts of rows. */
  list(planner: RowPlanner): Pick<ImportSummary, 'kinds' | 'values' | 'creates'> {
    return {
      kinds: [...this.#kinds.values()].map(({ kind, count }) => ({ ...kind, count })).sort((one, other) => other.count - one.count),
      values: [...this.#values.values()].map(({ value, count }) => ({ ...value, count })).sort((one, other) => other.count - one.count),
      creates: [...this.#creates].map(([module, names]) => ({
        module,
        label: planner.scope.snapshot.module(module)?.label ?? module,
        count: names.size,
      })),
    };
  }
}

function describeKind({ module }: RowPlanner, { field, code, text }: StoredProblem): string {
  const label = field === null ? undefined : module.fields.get(field)?.label;
  if (label === undefined) return text;
  const words = KINDS[code];
  return words === undefined ? `${label}: ${text}` : `${label} ${words}`;
}
