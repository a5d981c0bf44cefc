import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkName, checkWords } from './glossary.js';
import { listFiles, REPOSITORY_ROOT } from './sources.ts';

/** Texts that lint does not check: documents, definitions, scripts, styles, and the texts of the UI and of errors. */
const TEXTS = [
  /\.(md|js|css)$/,
  /^definitions\/.*\.json$/,
  /^runtime-ui\/kit\/texts\//,
  /^plugins\/[^/]+\/ui\/texts\.ts$/,
  /^engine\/errors\/rows\//,
];
/** The list of the words itself. */
const GLOSSARY_FILE = 'tests/architecture/glossary.js';
/** The plugin of another team, with words of its own. */
const FOREIGN = 'tests/fixtures/plugin-repository/';

const files = listFiles().filter((file) => !file.startsWith('.') && !file.startsWith(FOREIGN));

describe('The words that were replaced by standard terms', () => {
  it('are in no document, definition, script, style or text of the UI or of errors', () => {
    const texts = files.filter((file) => file !== GLOSSARY_FILE && TEXTS.some((pattern) => pattern.test(file)));
    const found = texts.flatMap((file) => {
      const message = checkWords(readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'));
      return message === undefined ? [] : [`${file}: ${message}`];
    });
    expect(texts.length).toBeGreaterThan(300);
    expect(found).toEqual([]);
  });

  it('are in no name of a file or folder', () => {
    const names = new Set(files.flatMap((file) => file.split('/').map((part) => part.replace(/\..*$/, ''))));
    expect([...names].flatMap((name) => checkName(name) ?? [])).toEqual([]);
  });

  it.each(['Seals\nthe value', 'Where it stands', 'unit-draft', 'keptAnswer', 'unanswered', 'gate'])('are found in %j', (text) => {
    expect(checkName(text)).toContain('tests/architecture/glossary.js');
  });

  it.each(['the standard answer', 'insight', 'standalone', 'kept for a day'])('are not found in %j', (text) => {
    expect(checkWords(text)).toBeUndefined();
  });
});
