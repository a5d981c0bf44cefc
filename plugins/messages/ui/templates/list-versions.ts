import { toText, type JsonObject, type JsonValue } from '#engine/model';
import { CONTENT_FIELDS } from '../../shared/message.ts';

/** An entry of the history of a record, as far as versions need it. */
export interface HistoryEntry {
  /** `<save>:<field>`; saves increase with time. */
  readonly _id: string;
  readonly changed_by: string | { readonly _id: string; readonly name?: string } | null;
  /** Null: the record was created. */
  readonly field: string | null;
  readonly previous_value: JsonValue;
  readonly date_created: string;
}

/** What a template contained after a save. */
export interface TemplateVersion {
  /** Id of the save. */
  readonly save: string;
  readonly at: string;
  /** Id of its author; undefined: the product itself. */
  readonly author: string | undefined;
  readonly content: JsonObject;
}

/** The fields of a template. */
export type TemplateValues = Readonly<Record<string, JsonValue | undefined>>;

const CONTENT: readonly string[] = CONTENT_FIELDS;

/** The versions of a template by the history of its content, the latest first: its values now, without the changes that were made since. */
export function listVersions(template: TemplateValues, history: readonly HistoryEntry[]): readonly TemplateVersion[] {
  let content: JsonObject = Object.fromEntries(CONTENT.map((field) => [field, template[field] ?? null]));
  const saves = new Map<string, HistoryEntry[]>();
  for (const entry of history.filter(isOfContent)) {
    const save = entry._id.split(':', 1)[0] ?? '';
    saves.set(save, [...(saves.get(save) ?? []), entry]);
  }
  return [...saves]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([save, entries]) => {
      const version = { save, at: entries[0]?.date_created ?? '', author: readAuthor(entries[0]), content };
      content = { ...content, ...Object.fromEntries(entries.map(({ field, previous_value: value }) => [field ?? '', value])) };
      return version;
    });
}

function isOfContent({ field }: HistoryEntry): boolean {
  return field === null || CONTENT.includes(field);
}

function readAuthor(entry: HistoryEntry | undefined): string | undefined {
  const author = entry?.changed_by ?? undefined;
  return typeof author === 'object' ? author._id : author;
}

/** The fields by which a version differs from what the template contains now. */
export function findDifferences(template: TemplateValues, { content }: TemplateVersion): JsonObject {
  const isSame = (field: string) => (content[field] ?? '') === (template[field] ?? '');
  return Object.fromEntries(CONTENT.filter((field) => !isSame(field)).map((field) => [field, content[field] ?? null]));
}

/** A line of a comparison. */
export interface ComparedLine {
  readonly text: string;
  readonly change: 'added' | 'removed' | 'same';
}

/** Most lines that are compared one by one. */
const MOST_LINES = 400;

/** The lines of two texts: those that only the later one has are added, those that only the earlier one has are removed. */
export function compareLines(earlier: readonly string[], later: readonly string[]): readonly ComparedLine[] {
  const mark = (lines: readonly string[], change: ComparedLine['change']) => lines.map((text) => ({ text, change }));
  if (Math.max(earlier.length, later.length) > MOST_LINES) return [...mark(earlier, 'removed'), ...mark(later, 'added')];
  const common = countCommon(earlier, later);
  const result: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < earlier.length && j < later.length) {
    if (earlier[i] === later[j]) {
      result.push({ text: toText(earlier[i]), change: 'same' });
      i += 1;
      j += 1;
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) result.push({ text: toText(earlier[i++]), change: 'removed' });
    else result.push({ text: toText(later[j++]), change: 'added' });
  }
  return [...result, ...mark(earlier.slice(i), 'removed'), ...mark(later.slice(j), 'added')];
}

/** How many lines the rests of two texts have in common, in their order. */
function countCommon(earlier: readonly string[], later: readonly string[]): readonly (readonly number[])[] {
  const counts = Array.from({ length: earlier.length + 1 }, () => new Array<number>(later.length + 1).fill(0));
  for (let i = earlier.length - 1; i >= 0; i--)
    for (let j = later.length - 1; j >= 0; j--) {
      const row = counts[i] ?? [];
      row[j] = earlier[i] === later[j] ? (counts[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(counts[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  return counts;
}
