/** A line of an iCalendar file: `DTSTART;TZID=America/New_York:20270310T090000`. */
export interface IcsLine {
  /** In capitals. */
  readonly name: string;
  /** Names in capitals. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** A part of an iCalendar file between BEGIN and END, such as an event. */
export interface IcsPart {
  readonly name: string;
  readonly lines: readonly IcsLine[];
  readonly parts: readonly IcsPart[];
}

const MAX_DEPTH = 5;
const MAX_LINE_BYTES = 75;

/** Splits a line at the first colon outside quotes, and its head at semicolons outside quotes. */
function parseLine(line: string): IcsLine | undefined {
  const found = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/su.exec(line);
  if (found === null) return undefined;
  const [, name = '', head = '', value = ''] = found;
  const parameters = new Map(
    [...head.matchAll(/;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:])*)/gu)].map(
      ([, key = '', text = '']) => [key.toUpperCase(), text.replaceAll('"', '')] as const,
    ),
  );
  return { name: name.toUpperCase(), parameters, value };
}

interface OpenPart {
  readonly name: string;
  readonly lines: IcsLine[];
  readonly parts: OpenPart[];
}

/** Reads the parts of an iCalendar file; undefined: it is none, or it ends in the middle. */
export function parseIcs(text: string): IcsPart | undefined {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .replace(/\r\n?/gu, '\n')
    .replace(/\n[ \t]/gu, '')
    .split('\n');
  const open: OpenPart[] = [{ name: '', lines: [], parts: [] }];
  for (const line of lines) {
    const read = parseLine(line.trimEnd());
    const current = open.at(-1);
    if (read === undefined || current === undefined) continue;
    const name = read.value.trim().toUpperCase();
    if (read.name === 'BEGIN') {
      if (open.length > MAX_DEPTH) return undefined;
      const part: OpenPart = { name, lines: [], parts: [] };
      current.parts.push(part);
      open.push(part);
    } else if (read.name === 'END') {
      if (open.length < 2 || current.name !== name) return undefined;
      open.pop();
    } else current.lines.push(read);
  }
  const [calendar] = open[0]?.parts ?? [];
  return open.length === 1 && calendar?.name === 'VCALENDAR' ? calendar : undefined;
}

/** Reads a text value. */
export function unescapeText(value: string): string {
  return value.replace(/\\([nN;,\\])/gu, (_whole, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/gu, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/gu, '\\n')
    .replace(/[\u0000-\u001F\u007F]/gu, ' ');
}

/** Breaks a line after at most 75 bytes, and never inside a character. */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += sign;
    bytes += size;
  }
  return folded;
}

/** Lines of an iCalendar file from names and values; values are written as they are. */
export function writeLines(lines: readonly (readonly [name: string, value: string])[]): string {
  return lines.map(([name, value]) => `${foldLine(`${name}:${value}`)}\r\n`).join('');
}

/** A line with a text, which can contain anything. */
export function textLine(name: string, text: string): readonly [string, string] {
  return [name, escapeText(text)];
}
