import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GuidePage, GuidePart } from '../../engine/api/routes/guide-page.ts';
import { makePages } from './reference-pages.ts';

/** The file with the guides that the server returns, from the repository root. */
export const GUIDES_FILE = 'engine/api/routes/guides.json';

/** Each guide's path below `/api/docs/`, and its file. */
export const GUIDES = [
  ['operating', 'engine/OPERATING.md'],
  ['api-guide', 'engine/api/API-GUIDE.md'],
  ['webhooks', 'engine/webhooks/RECEIVING.md'],
  ['tutorial', 'plugins/TUTORIAL.md'],
  ['conditions', 'engine/model/conditions/CONDITIONS.md'],
] as const;

/** The guides, read from their files. */
export function makeGuides(): readonly GuidePage[] {
  return GUIDES.map(([name, file]) => readGuide(name, file, readFileSync(file, 'utf8')));
}

function readGuide(name: string, file: string, page: string): GuidePage {
  const blocks = page.matchAll(/^```\w+(?: (?<file>\S+))?\n(?<code>[\s\S]*?)^```$|^#+ (?<heading>.+)$|^(?<text>\S(?:.|\n(?!\n))*)/gm);
  const parts = [...blocks].map(({ groups = {} }) => readPart(groups, file));
  const [title, summary, ...rest] = parts;
  return { name, title: textOf(title), summary: textOf(summary), parts: rest };
}

const textOf = (part: GuidePart | undefined): string => (part !== undefined && 'text' in part ? part.text : '');

function readPart({ file, code, heading, text = '' }: { readonly [name: string]: string | undefined }, guide: string): GuidePart {
  if (code !== undefined) return { kind: 'code', text: code.trimEnd(), ...(file === undefined ? {} : { file }) };
  if (heading !== undefined) return { kind: 'heading', text: heading };
  const linked = rewriteLinks(text, guide);
  if (linked.startsWith('| ')) return { kind: 'table', rows: readTable(linked) };
  if (linked.startsWith('- ')) return { kind: 'list', items: linked.slice(2).split('\n- ').map(joinLines) };
  return { kind: 'text', text: joinLines(linked) };
}

const joinLines = (text: string): string => text.trim().replaceAll('\n', ' ');

/** The cells of a table, without the line between its head and its body. */
function readTable(text: string): readonly (readonly string[])[] {
  const lines = text.trim().split('\n');
  return lines.filter((_, index) => index !== 1).map((line) => line.slice(2, -2).split(' | '));
}

/** Links to files that are pages of the server are rewritten to those pages; other links are replaced by their text. */
function rewriteLinks(text: string, file: string): string {
  const places = new Map(makePages().map(({ name, file: of }) => [of, name]));
  return text.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words: string, link: string) => {
    const name = places.get(path.posix.join(path.posix.dirname(file), link));
    return name === undefined ? words : `[${words}](/api/docs/${name})`;
  });
}
