import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GuidePage, GuidePart } from '../../engine/api/routes/guide-page.ts';
import { makePages } from './reference-pages.ts';

/** The file with the guides that the server returns, from the repository root. */
export const GUIDES_FILE = 'engine/api/routes/guides.json';

const GUIDES = [
  ['calling', 'engine/api/API-GUIDE.md'],
  ['webhooks', 'engine/webhooks/RECEIVING.md'],
  ['tutorial', 'plugins/TUTORIAL.md'],
  ['conditions', 'engine/model/conditions/CONDITIONS.md'],
] as const;

/** The guides, read from their files. */
export function makeGuides(): readonly GuidePage[] {
  return GUIDES.map(([name, file]) => readGuide(name, file, readFileSync(file, 'utf8')));
}

function readGuide(name: string, file: string, page: string): GuidePage {
  const parts = [...page.matchAll(/^```\w+(?: (\S+))?\n([\s\S]*?)^```$|^(#+) (.+)$|^(\S(?:.|\n(?!\n))*)/gm)].map(
    ([, of, code, , heading, text]) => readPart({ of, code, heading, text: text === undefined ? undefined : rewriteLinks(text, file) }),
  );
  const [title, summary, ...rest] = parts;
  return { name, title: title?.text ?? '', summary: summary?.text ?? '', parts: rest };
}

function readPart({
  of,
  code,
  heading,
  text = '',
}: {
  readonly of: string | undefined;
  readonly code: string | undefined;
  readonly heading: string | undefined;
  readonly text: string | undefined;
}): GuidePart {
  if (code !== undefined) return { kind: 'code', text: code.trimEnd(), ...(of === undefined ? {} : { file: of }) };
  return heading === undefined ? { kind: 'text', text: text.replaceAll('\n', ' ') } : { kind: 'heading', text: heading };
}

/** Links to files that are pages of the server are rewritten to those pages; other links are replaced by their text. */
function rewriteLinks(text: string, file: string): string {
  const places = new Map(makePages().map(({ name, file: of }) => [of, name]));
  return text.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words: string, link: string) => {
    const name = places.get(path.posix.join(path.posix.dirname(file), link));
    return name === undefined ? words : `[${words}](/api/docs/${name})`;
  });
}
