import { escapeMarkup } from '#engine/model/values';

/** One section of a reference page: a type, a kind of definition, or a group of errors. */
export interface ReferenceSection {
  readonly name: string;
  readonly text: string;
  /** Headings of the columns: members, fields, codes. */
  readonly columns: readonly [string, string, string];
  readonly rows: readonly (readonly [string, string, string])[];
}

/** A reference page, generated from the source by `npm run reference`. */
export interface ReferencePage {
  /** Its path below `/api/docs/`. */
  readonly name: string;
  readonly title: string;
  /** Its purpose, in one sentence. */
  readonly summary: string;
  readonly sections: readonly ReferenceSection[];
}

/** The data of a page that the index shows. */
export type PageEntry = Pick<ReferencePage, 'name' | 'title' | 'summary'>;

/** The columns of an error. */
export const ERROR_COLUMNS = ['Code', 'Public', 'Text'] as const;

/** Renders text with `code` in it. */
const prose = (text: string): string => escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The anchor of a section on its page: `#Status-404`. */
export const anchorOf = (name: string): string => name.replace(/[^\w.-]+/g, '-');

/** The layout of every page of `/api/docs`: public and without private content. */
export function renderDocsPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeMarkup(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/api/docs/docs.css">
  </head>
  <body>
    <main class="page">
${body}
    </main>
  </body>
</html>
`;
}

/** Renders the page `/api/docs`, with links to all others. */
export function renderIndex(guides: readonly PageEntry[], pages: readonly PageEntry[]): string {
  const entry = (href: string, title: string, summary: string): string =>
    `<li><a href="${href}">${escapeMarkup(title)}</a><p>${prose(summary)}</p></li>`;
  const toEntry = ({ name, title, summary }: PageEntry): string => entry(`/api/docs/${name}`, title, summary);
  const reference = [
    entry(
      '/api/docs/endpoints',
      'Endpoints',
      'Every endpoint of the API with its request and response, and a place to try it. Requires a session: shows the modules that you may access.',
    ),
    ...pages.map(toEntry),
  ];
  const list = (title: string, entries: readonly string[]): string => `<h2>${title}</h2>\n<ul class="index">\n${entries.join('\n')}\n</ul>`;
  return renderDocsPage(
    'Muster documentation',
    `<h1>Muster documentation</h1>\n${list('Guides', guides.map(toEntry))}\n${list('Reference', reference)}`,
  );
}

/** Renders a reference page as HTML; names of its own sections are links. */
export function renderReference(page: ReferencePage): string {
  const names = new Set(page.sections.map(({ name }) => name));
  const contents = page.sections.map(({ name }) => `<li><a href="#${anchorOf(name)}">${escapeMarkup(name)}</a></li>`).join('\n');
  const sections = page.sections.map((section) => renderSection(section, names)).join('\n');
  return renderDocsPage(
    `${page.title} – Muster`,
    `<p><a href="/api/docs">Muster documentation</a></p>\n<h1>${escapeMarkup(page.title)}</h1>\n<p>${prose(page.summary)}</p>\n<nav aria-label="On this page"><ul>\n${contents}\n</ul></nav>\n${sections}`,
  );
}

function renderSection({ name, text, columns, rows }: ReferenceSection, names: ReadonlySet<string>): string {
  const heading = `<section aria-labelledby="${anchorOf(name)}">\n<h2 id="${anchorOf(name)}">${escapeMarkup(name)}</h2>\n${text === '' ? '' : `<p>${prose(text)}</p>\n`}`;
  if (rows.length === 0) return `${heading}</section>`;
  const head = columns.map((column) => `<th scope="col">${escapeMarkup(column)}</th>`).join('');
  const body = rows
    .map(
      ([first, second, third]) =>
        `<tr><th scope="row"><code>${escapeMarkup(first)}</code></th><td><code>${linkNames(second, names)}</code></td><td>${prose(third)}</td></tr>`,
    )
    .join('\n');
  return `${heading}<div class="scroll" tabindex="0" role="region" aria-labelledby="${anchorOf(name)}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table></div>\n</section>`;
}

function linkNames(type: string, names: ReadonlySet<string>): string {
  return escapeMarkup(type).replace(/\b[A-Z]\w+\b/g, (word) => (names.has(word) ? `<a href="#${word}">${word}</a>` : word));
}
