import { GUIDES_FILE, makeGuides } from './guides.ts';
import { makePages, PAGES_FILE, type WrittenPage } from './reference-pages.ts';

/** All reference files with their contents, by path from the repository root. */
export function makeFiles(): readonly { readonly file: string; readonly text: string }[] {
  const pages = makePages();
  const served = pages.map(({ name, title, summary, sections }) => ({ name, title, summary, sections }));
  return [
    ...pages.map((page) => ({ file: page.file, text: makeMarkdown(page) })),
    { file: PAGES_FILE, text: write(served) },
    { file: GUIDES_FILE, text: write(makeGuides()) },
  ];
}

const write = (pages: unknown): string => `${JSON.stringify(pages, undefined, 1)}\n`;

function makeMarkdown({ title, summary, sections }: WrittenPage): string {
  const parts = sections.map(({ name, text, columns, rows }) => {
    const table = [
      `| ${columns.join(' | ')} |`,
      '| --- | --- | --- |',
      ...rows.map(([first, second, third]) => `| \`${first}\` | ${inCell(`\`${second}\``)} | ${inCell(third)} |`),
    ];
    return [`## ${name}`, '', ...(text === '' ? [] : [text, '']), ...(rows.length === 0 ? [] : [...table, ''])].join('\n');
  });
  return [
    `# ${title}`,
    '',
    `${summary} Generated from the source by \`npm run reference\`; a test checks that it is current.`,
    '',
    ...parts,
  ].join('\n');
}

const inCell = (text: string): string => text.replaceAll('|', '\\|');
