import { escapeMarkup } from '#engine/model/values';
import { anchorOf, renderDocsPage } from './reference-page.ts';

/** One part of a guide: a heading, a paragraph, a code block with its file name, a list, or a table. */
export type GuidePart =
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly file?: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** The first row has the headings of the columns. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

/** A guide, generated from a Markdown file by `npm run reference`. */
export interface GuidePage {
  /** Its path below `/api/docs/`. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly parts: readonly GuidePart[];
}

/** Renders text with `code` and [links](/to/pages) in it. */
function prose(text: string): string {
  return escapeMarkup(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((\/[^)]+)\)/g, '<a href="$2">$1</a>');
}

/** Renders a guide as HTML. */
export function renderGuide({ title, summary, parts }: GuidePage): string {
  return renderDocsPage(
    `${title} – Muster`,
    `<p><a href="/api/docs">Muster documentation</a></p>\n<h1>${escapeMarkup(title)}</h1>\n<p>${prose(summary)}</p>\n${parts.map((part, index) => renderPart(part, index, parts)).join('\n')}`,
  );
}

function renderPart(part: GuidePart, index: number, parts: readonly GuidePart[]): string {
  switch (part.kind) {
    case 'heading':
      return `<h2 id="${anchorOf(part.text)}">${escapeMarkup(part.text)}</h2>`;
    case 'text':
      return `<p>${prose(part.text)}</p>`;
    case 'list':
      return `<ul class="items">\n${part.items.map((item) => `<li>${prose(item)}</li>`).join('\n')}\n</ul>`;
    case 'table':
      return renderTable(part.rows, headingOf(index, parts));
    case 'code':
      return renderCode(part.text, part.file, index);
  }
}

/** The heading above a part. */
function headingOf(index: number, parts: readonly GuidePart[]): string {
  const heading = parts.slice(0, index).findLast(({ kind }) => kind === 'heading');
  return heading !== undefined && 'text' in heading ? heading.text : 'Table';
}

function renderTable([headings = [], ...rows]: readonly (readonly string[])[], label: string): string {
  const head = headings.map((heading) => `<th scope="col">${prose(heading)}</th>`).join('');
  const body = rows.map(
    ([first = '', ...others]) => `<tr><th scope="row">${prose(first)}</th>${others.map((cell) => `<td>${prose(cell)}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeMarkup(label)}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table></div>`;
}

function renderCode(text: string, file: string | undefined, index: number): string {
  const caption = file === undefined ? '' : `<figcaption id="block-${index}"><code>${escapeMarkup(file)}</code></figcaption>`;
  const label = file === undefined ? 'aria-label="Code"' : `aria-labelledby="block-${index}"`;
  return `<figure>${caption}<pre class="scroll" tabindex="0" role="region" ${label}><code>${escapeMarkup(text)}</code></pre></figure>`;
}
