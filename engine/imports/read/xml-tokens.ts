import { SaxesParser } from 'saxes';
import { createFileError, createWorkbookError, MAX_ROW_CHARACTERS } from '../limits.ts';

/** A tag or a text of an XML document. Names of tags are without prefix; an empty tag is opened and closed. */
export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: XmlAttributes }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** The values of attributes by their names with prefix. */
export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * The tags and texts of an XML document in UTF-8, a few of them at a time: no document is in memory, and no entity besides those of XML is
 * known. Errors: `import_file_invalid`.
 */
export async function* readXml(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly XmlToken[]> {
  const decoder = new TextDecoder('utf-8');
  const collector = new TokenCollector();
  for await (const piece of pieces) {
    const tokens = collector.read(decoder.decode(piece, { stream: true }));
    if (tokens.length > 0) yield tokens;
  }
  collector.end();
}

class TokenCollector {
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  #tokens: XmlToken[] = [];
  /** Characters since the last token: the parser holds them in memory. */
  #pending = 0;

  constructor() {
    const addText = (text: string): void => void this.#tokens.push({ kind: 'text', text });
    this.#parser.on('opentag', ({ name, attributes }) => void this.#tokens.push({ kind: 'open', name: localName(name), attributes }));
    this.#parser.on('closetag', ({ name }) => void this.#tokens.push({ kind: 'close', name: localName(name) }));
    this.#parser.on('text', addText);
    this.#parser.on('cdata', addText);
    this.#parser.on('doctype', () => {
      throw createFileError('it contains what no workbook contains');
    });
  }

  read(text: string): readonly XmlToken[] {
    this.#tokens = [];
    this.#parse(() => this.#parser.write(text));
    this.#pending = this.#tokens.length === 0 ? this.#pending + text.length : text.length;
    if (this.#pending > MAX_ROW_CHARACTERS) throw createFileError('a part of it is too long');
    return this.#tokens;
  }

  /** The document is complete. */
  end(): void {
    this.#parse(() => this.#parser.close());
  }

  #parse(step: () => unknown): void {
    try {
      step();
    } catch (error) {
      throw createWorkbookError(error);
    }
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute, whatever the prefix of its name is. */
export function readAttribute(attributes: XmlAttributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
}
