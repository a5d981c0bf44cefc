import type { Statement } from '../query/statement.ts';
import type { CompiledUnit, CompiledWrite, EncodedUnit } from './writer-protocol.ts';

/** Ids of the statement texts that were sent already: the same few hundred statements occur again and again. */
export class StatementIds {
  readonly #numbers = new Map<string, number>();
  #fresh: string[] = [];

  get size(): number {
    return this.#numbers.size;
  }

  getId(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
      this.#fresh.push(text);
    }
    return number;
  }

  /** The texts that were added since the last call, in the order of their ids. */
  takeNew(): readonly string[] {
    const fresh = this.#fresh;
    if (fresh.length > 0) this.#fresh = [];
    return fresh;
  }
}

export function encodeUnit({ versionChecks, absenceChecks, writes }: CompiledUnit, texts: StatementIds): EncodedUnit {
  const code: unknown[] = [versionChecks.length];
  for (const { read, version } of versionChecks) {
    encodeStatement(code, read, texts);
    code.push(version);
  }
  code.push(absenceChecks.length);
  for (const absenceCheck of absenceChecks) encodeStatement(code, absenceCheck, texts);
  code.push(writes.length);
  for (const { row, isInsert, rest } of writes) {
    code.push(isInsert);
    encodeStatement(code, row, texts);
    code.push(rest.length);
    for (const statement of rest) encodeStatement(code, statement, texts);
  }
  return code;
}

function encodeStatement(code: unknown[], { text, params }: Statement, texts: StatementIds): void {
  code.push(texts.getId(text), params.length);
  for (const value of params) code.push(value);
}

/** Decodes the result of `encodeUnit`, with the texts by their ids. */
export function decodeUnit(code: EncodedUnit, texts: readonly string[]): Omit<CompiledUnit, 'bumps'> {
  let at = 0;
  const next = (): unknown => code[at++];
  const many = <T>(read: () => T): T[] => {
    const items: T[] = [];
    for (let left = next() as number; left > 0; left -= 1) items.push(read());
    return items;
  };
  const statement = (): Statement => {
    const text = texts[next() as number] ?? '';
    const end = at + 1 + (code[at] as number);
    const params = code.slice(at + 1, end);
    at = end;
    return { text, params };
  };
  const versionChecks = many(() => ({ read: statement(), version: next() as number | null }));
  const absenceChecks = many(statement);
  const writes = many((): CompiledWrite => ({ isInsert: next() as boolean, row: statement(), rest: many(statement) }));
  return { versionChecks, absenceChecks, writes };
}
