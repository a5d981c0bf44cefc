import { escapeHtml, anchorOf, renderDocsPage } from './reference-page.ts';

/** One part of a guide: a heading, a paragraph, or a code block with its file name. */
export interface GuidePart {
  readonly kind: 'heading' | 'text' | 'code';
  readonly text: string;
  readonly file?: string;
}

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
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((\/[^)]+)\)/g, '<a href="$2">$1</a>');
}

/** Renders a guide as HTML. */
export function renderGuide({ title, summary, parts }: GuidePage): string {
  return renderDocsPage(
    `${title} – Muster`,
    `<p><a href="/api/docs">Muster for integrators</a></p>\n<h1>${escapeHtml(title)}</h1>\n<p>${prose(summary)}</p>\n${parts.map(renderPart).join('\n')}`,
  );
}

function renderPart({ kind, text, file }: GuidePart, index: number): string {
  if (kind === 'heading') return `<h2 id="${anchorOf(text)}">${escapeHtml(text)}</h2>`;
  if (kind === 'text') return `<p>${prose(text)}</p>`;
  const caption = file === undefined ? '' : `<figcaption id="block-${index}"><code>${escapeHtml(file)}</code></figcaption>`;
  const label = file === undefined ? 'aria-label="Code"' : `aria-labelledby="block-${index}"`;
  return `<figure>${caption}<pre class="scroll" tabindex="0" role="region" ${label}><code>${escapeHtml(text)}</code></pre></figure>`;
}
