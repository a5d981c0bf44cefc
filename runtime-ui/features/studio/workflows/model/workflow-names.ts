import type { FieldView, ModuleView, RelationView } from '#engine/model/wire';

/** What a sentence can name by its id. */
export type NamedKind = 'role' | 'team' | 'user' | 'workflow' | 'template' | 'action';

/** What may be gone although a workflow names it. */
export type MissingKind = Extract<NamedKind, 'user' | 'team' | 'template' | 'action'>;

/** Labels for what a workflow names. */
export interface WorkflowNames {
  /** The module of the workflow; undefined: it is loading, or there is none. */
  readonly module: ModuleView | undefined;
  /** A module by its name; undefined: it is loading, or there is none. */
  readonly moduleOf: (name: string) => ModuleView | undefined;
  /** The name of an artifact or a record; undefined: it is loading, or there is none. */
  readonly nameOf: (kind: NamedKind, id: string) => string | undefined;
  /** What it names and does not exist. Records and actions only: the checks of definitions find the others. */
  readonly missing: readonly MissingKind[];
}

const [FIRST, LAST] = ['\u2068', '\u2069'];

/** A value inside of a sentence: the builder shows it in bold. The marks are those of Unicode for inserted text, which are not read aloud. */
export function mark(value: string): string {
  return `${FIRST}${value}${LAST}`;
}

/** A part of a sentence; marked: a value. */
export interface SentencePart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The parts of a sentence with marked values. */
export function splitMarks(sentence: string): readonly SentencePart[] {
  return sentence
    .split(/(\u2068[^\u2068\u2069]*\u2069)/u)
    .filter((text) => text !== '')
    .map((text) => ({ text: dropMarks(text), isMarked: text.startsWith(FIRST) }));
}

/** A sentence without marks. */
export function dropMarks(sentence: string): string {
  return sentence.replace(/[\u2068\u2069]/gu, '');
}

/** A sentence with its first letter in upper case, also inside of a mark. */
export function capitalize(sentence: string): string {
  return sentence.replace(/^(\u2068?)(\p{Ll})/u, (_all, first: string, letter: string) => first + letter.toUpperCase());
}

/** The noun in a sentence with its article: "a lead", "an account". */
export function withArticle(noun: string): string {
  return `${/^(?!u[ns]i|use)[aeiou]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The label of one record of a module in a sentence: "lead". Labels with several capitals stay as they are: "PTO Request". */
export function nounOf(module: ModuleView | undefined, name: string): string {
  const label = module?.labelSingular ?? name;
  return /\p{Lu}.*\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

export function findField(module: ModuleView | undefined, name: string): FieldView | undefined {
  return module?.fields.find(({ fieldName }) => fieldName === name);
}

export function findRelation(module: ModuleView | undefined, name: string): RelationView | undefined {
  return module?.relations.find((relation) => relation.name === name);
}

/** Name of the only module that a relation leads to; undefined: there is no such relation, or it leads to several. */
export function relatedModuleName(module: ModuleView | undefined, relation: string): string | undefined {
  const [only, ...others] = findRelation(module, relation)?.modules ?? [];
  return others.length === 0 ? only : undefined;
}

/** A field by its path, 'name' or 'account.name', with the module that it is in. */
export function findPath(
  path: string,
  module: ModuleView | undefined,
  { moduleOf }: Pick<WorkflowNames, 'moduleOf'>,
): { readonly module: ModuleView; readonly field: FieldView } | undefined {
  const [head = '', inner] = path.split('.');
  const owner = inner === undefined ? module : moduleOf(relatedModuleName(module, head) ?? '');
  const field = findField(owner, inner ?? head);
  return owner === undefined || field === undefined ? undefined : { module: owner, field };
}
