/** Longest formula. */
const MAX_LENGTH = 1_000;
/** Brackets and signs inside of each other. */
const MAX_DEPTH = 50;

/** A formula that was read: it is evaluated with the numbers of the inputs that it names. */
export interface Formula {
  /** Names of the inputs, each once. */
  readonly names: readonly string[];
  /** The result; undefined: it divides by zero, is too large, or `read` has no number for a name. */
  evaluate(read: (name: string) => number | undefined): number | undefined;
}

/** A formula that cannot be read: the reason, for people. */
export interface FormulaProblem {
  readonly problem: string;
}

type Node = (read: (name: string) => number | undefined) => number | undefined;

/** The part of a formula that is being read. */
interface Reader {
  readonly tokens: readonly string[];
  readonly names: Set<string>;
  position: number;
}

class UnreadableFormula extends Error {}

/**
 * Reads a formula: numbers, names of inputs, `+ - * / ( )`. A name that is not only letters, digits and `_` is written in square brackets:
 * `[Hours per week] * rate`.
 */
export function parseFormula(text: string): Formula | FormulaProblem {
  if (text.length > MAX_LENGTH) return { problem: `A formula has at most ${MAX_LENGTH.toLocaleString('en-US')} characters.` };
  try {
    const reader: Reader = { tokens: splitFormula(text), names: new Set(), position: 0 };
    const node = readSum(reader, 0);
    if (reader.position < reader.tokens.length) throw new UnreadableFormula(`"${peek(reader)}" is not expected here.`);
    return { names: [...reader.names], evaluate: (read) => finish(node(read)) };
  } catch (error) {
    if (error instanceof UnreadableFormula) return { problem: error.message };
    throw error;
  }
}

/** Without the errors of binary fractions: 0.1 + 0.2 is 0.3. */
function finish(result: number | undefined): number | undefined {
  return result === undefined || !Number.isFinite(result) ? undefined : Number(result.toPrecision(14));
}

const TOKEN = /\s*(?:(\d+\.?\d*|\.\d+)|([A-Za-z_]\w*)|\[([^\]]+)\]|([-+*/()]))/y;

function splitFormula(text: string): readonly string[] {
  const tokens: string[] = [];
  const formula = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < formula.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(formula);
    if (match === null) throw new UnreadableFormula(`"${formula.slice(start).trim().slice(0, 20)}" is not expected here.`);
    const [, number, word, name = word, sign] = match;
    tokens.push(number ?? (name === undefined ? (sign ?? '') : `[${name.trim()}]`));
  }
  if (tokens.length === 0) throw new UnreadableFormula('The formula is empty.');
  return tokens;
}

function peek({ tokens, position }: Reader): string {
  return tokens[position] ?? 'The end';
}

function readSum(reader: Reader, depth: number): Node {
  return readChain(reader, depth, readProduct, {
    '+': (left, right) => left + right,
    '-': (left, right) => left - right,
  });
}

function readProduct(reader: Reader, depth: number): Node {
  return readChain(reader, depth, readFactor, {
    '*': (left, right) => left * right,
    '/': (left, right) => left / right,
  });
}

function readChain(
  reader: Reader,
  depth: number,
  readPart: (reader: Reader, depth: number) => Node,
  operations: { readonly [sign: string]: (left: number, right: number) => number },
): Node {
  const first = readPart(reader, depth);
  const rest: { readonly operation: (left: number, right: number) => number; readonly part: Node }[] = [];
  for (let operation = operations[peek(reader)]; operation !== undefined; operation = operations[peek(reader)]) {
    reader.position += 1;
    rest.push({ operation, part: readPart(reader, depth) });
  }
  return (read) => {
    let result = first(read);
    for (const { operation, part } of rest) {
      const next = part(read);
      result = result === undefined || next === undefined ? undefined : operation(result, next);
    }
    return result;
  };
}

function readFactor(reader: Reader, depth: number): Node {
  if (depth > MAX_DEPTH) throw new UnreadableFormula('The formula has too many brackets inside of each other.');
  const token = peek(reader);
  reader.position += 1;
  if (token === '-' || token === '+') {
    const factor = readFactor(reader, depth + 1);
    return token === '+' ? factor : (read) => negate(factor(read));
  }
  if (token === '(') return readBrackets(reader, depth);
  if (token.startsWith('[')) {
    const name = token.slice(1, -1);
    reader.names.add(name);
    return (read) => read(name);
  }
  const number = Number(token);
  if (Number.isNaN(number)) throw new UnreadableFormula(`${token === 'The end' ? token : `"${token}"`} is not expected here.`);
  return () => number;
}

function readBrackets(reader: Reader, depth: number): Node {
  const inner = readSum(reader, depth + 1);
  if (peek(reader) !== ')') throw new UnreadableFormula('A bracket is not closed.');
  reader.position += 1;
  return inner;
}

function negate(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}
