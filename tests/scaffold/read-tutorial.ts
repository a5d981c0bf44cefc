import { expect } from 'vitest';

/** A code block of the page: its language, the file name in its first line, and its content. */
export interface Block {
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
}

/** The code blocks of a page, in order. */
export function readBlocks(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language = '', file, text = '']) => ({
    language,
    file,
    text,
  }));
}

/**
 * Applies a block of changes: a line with a plus is inserted before the line that follows it, or replaces the text with
 * a minus before it.
 */
export function applyChanges(text: string, changes: string): string {
  const lines = changes.split('\n').filter((line) => line !== '');
  return lines.reduce((done, line, index) => {
    const next = lines[index + 1] ?? '';
    const [from, to] = line.startsWith('-')
      ? [line.slice(1), next.slice(1)]
      : line.startsWith('+') && next.startsWith(' ')
        ? [next.slice(1), `${line.slice(1)}\n${next.slice(1)}`]
        : ['', ''];
    if (from === '') return done;
    expect(done, `the text that is changed: ${from}`).toContain(from);
    return done.replace(from, to);
  }, text);
}
