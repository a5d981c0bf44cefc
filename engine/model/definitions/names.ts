import { pathOfModule } from './module-path.ts';
import { RESERVED_PATHS } from './reserved-paths.ts';

/** Why a name cannot be used. */
export type NameProblem = 'missing' | 'too_long' | 'pattern' | 'reserved' | 'taken';

/** Characters of a name, as in the schemas. */
const LONGEST = 64;
const MODULE_NAME = /^[A-Za-z][A-Za-z0-9]*$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9_-]*$/;

/** Names that are reserved by the filter grammar; those of JavaScript are reserved too. */
const RESERVED: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Whether no field can have this name. */
export function isReservedFieldName(name: string): boolean {
  return RESERVED.has(name) || name in Object.prototype;
}

/** Why a field cannot have this name; `others` are the names of the other fields of the module. Undefined: it can. */
export function findFieldNameProblem(name: string, others: Iterable<string>): NameProblem | undefined {
  const problem = findFormProblem(name, FIELD_NAME);
  if (problem !== undefined) return problem;
  if (isReservedFieldName(name)) return 'reserved';
  return [...others].includes(name) ? 'taken' : undefined;
}

/**
 * Why a module cannot have this name; `others` are the names of the other modules. Names are compared without case, because
 * the paths of endpoints are. Undefined: it can.
 */
export function findModuleNameProblem(name: string, others: Iterable<string>): NameProblem | undefined {
  const problem = findFormProblem(name, MODULE_NAME);
  if (problem !== undefined) return problem;
  const path = pathOfModule({ name });
  if (name in Object.prototype || RESERVED_PATHS.has(path)) return 'reserved';
  return [...others].some((other) => other.toLowerCase() === name.toLowerCase() || pathOfModule({ name: other }) === path)
    ? 'taken'
    : undefined;
}

function findFormProblem(name: string, pattern: RegExp): NameProblem | undefined {
  if (name === '') return 'missing';
  if (name.length > LONGEST) return 'too_long';
  return pattern.test(name) ? undefined : 'pattern';
}

/** The words of a label without accents and punctuation, in lower case. */
function wordsOf(label: string): readonly string[] {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/['’]/g, '').match(/[a-z0-9]+/g) ?? [];
}

/** The words that can begin a name: those from the first letter on. */
function fromFirstLetter(name: string): string {
  return name.replace(/^[^a-z]+/, '');
}

/** A free name: with the lowest number after it, if the name itself cannot be used. */
function makeFree(name: string, isFree: (name: string) => boolean): string {
  if (name === '' || isFree(name)) return name;
  for (let number = 2; ; number += 1) {
    const next = `${name.slice(0, LONGEST - String(number).length)}${number}`;
    if (isFree(next)) return next;
  }
}

/** The name of a module with this label: 'Equipment loans' is `equipmentLoans`. Empty, if the label has no letter. */
export function deriveModuleName(label: string, others: readonly string[] = []): string {
  const joined = wordsOf(label)
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const name = fromFirstLetter(joined).slice(0, LONGEST);
  return makeFree(name, (one) => findModuleNameProblem(one, others) === undefined);
}

/** The name of a field with this label: 'Loan date' is `loan_date`. Empty, if the label has no letter. */
export function deriveFieldName(label: string, others: readonly string[] = []): string {
  const name = fromFirstLetter(wordsOf(label).join('_')).slice(0, LONGEST);
  return makeFree(name, (one) => findFieldNameProblem(one, others) === undefined);
}

/** The stored value of an option with this label: 'In repair' is `in_repair`; a label without letters is its own value. */
export function deriveOptionValue(label: string, others: readonly string[] = []): string {
  const value = wordsOf(label).join('_');
  return makeFree(value === '' ? label.trim() : value, (one) => !others.includes(one));
}
