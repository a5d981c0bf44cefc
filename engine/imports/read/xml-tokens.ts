import { createFileError, MAX_ROW_CHARACTERS } from '../limits.ts';

/** A tag or a text of an XML document. Names are without prefix; `attributes` are as they are written. */
export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/**
 * The tags and texts of an XML document in UTF-8, a few of them at a time: no document is in memory, and no entity besides those of XML is
 * known. Errors: `import_file_invalid`.
 */
export async function* readXml(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly XmlToken[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const piece of pieces) {
    const read = readTokens(rest + decoder.decode(piece, { stream: true }));
    rest = read.rest;
    if (rest.length > MAX_ROW_CHARACTERS) throw createFileError('a part of it is too long');
    yield read.tokens;
  }
}

const CDATA = '<![CDATA[';

function readTokens(text: string): { readonly tokens: readonly XmlToken[]; readonly rest: string } {
  const tokens: XmlToken[] = [];
  let at = 0;
  for (;;) {
    const begin = text.indexOf('<', at);
    if (begin === -1) break;
    if (begin > at) tokens.push({ kind: 'text', text: decodeEntities(text.slice(at, begin)) });
    at = begin;
    const [opening, closing] = delimitersAt(text, begin);
    const end = text.indexOf(closing, begin + opening.length);
    if (end === -1) break;
    const content = text.slice(begin + opening.length, end);
    if (opening === CDATA) tokens.push({ kind: 'text', text: content });
    else if (opening === '<') addTag(tokens, content);
    at = end + closing.length;
  }
  return { tokens, rest: text.slice(at) };
}

/** What begins and ends at a place of a document: a comment, a literal text, or a tag. */
function delimitersAt(text: string, place: number): readonly [opening: string, closing: string] {
  if (text.startsWith('<!--', place)) return ['<!--', '-->'];
  return text.startsWith(CDATA, place) ? [CDATA, ']]>'] : ['<', '>'];
}

function addTag(tokens: XmlToken[], content: string): void {
  if (content.startsWith('!')) throw createFileError('it contains what no workbook contains');
  if (content.startsWith('?')) return;
  if (content.startsWith('/')) {
    tokens.push({ kind: 'close', name: localName(content.slice(1).trim()) });
    return;
  }
  const isEmpty = content.endsWith('/');
  const body = isEmpty ? content.slice(0, -1) : content;
  const space = body.search(/\s/);
  const name = localName(space === -1 ? body : body.slice(0, space));
  tokens.push({ kind: 'open', name, attributes: space === -1 ? '' : body.slice(space), isEmpty });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of a tag, by name without prefix. */
export function readAttributes(attributes: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE))
    found.set(localName(name), decodeEntities(double ?? single ?? ''));
  return found;
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? '' : String.fromCodePoint(code);
  });
}
