import { existsSync, readFileSync } from 'node:fs';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';
import { camel, sentence, snake } from './name-cases.ts';
import type { Plan } from './plan.ts';

const INDEX = 'plugins/index.ts';
const MAX_NAME_LENGTH = 40;

/** The files of a new plugin and its entry in the enabled plugins, or why it cannot have that name. */
export function planPlugin(name: string | undefined): Plan {
  if (name === undefined) return { problem: 'Name the plugin: npm run new:plugin site-visits' };
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    return {
      problem: `${name} is no name for a plugin: it begins with a lower case letter and is made of lower case letters, digits and single hyphens.`,
    };
  if (name.length > MAX_NAME_LENGTH) return { problem: `${name} is too long: ${MAX_NAME_LENGTH} characters are the most.` };
  const taken = ENABLED_PLUGINS.some((plugin) => plugin.name === name) || existsSync(`plugins/${name}`);
  if (taken) return { problem: `There is a plugin ${name} already.` };
  return {
    files: [
      { file: `plugins/${name}/plugin.ts`, text: makeManifest(name) },
      { file: `plugins/${name}/README.md`, text: makeReadme(name) },
      { file: `plugins/${name}/server/hooks/pre-save.subject.ts`, text: makeHook(name) },
      { file: `plugins/${name}/tests/${name}.test.ts`, text: makeTest(name) },
      { file: INDEX, text: enable(name, readFileSync(INDEX, 'utf8')) },
    ],
    next: [
      `plugins/${name} refuses notes whose subject is listed in its setting, which is empty at first. Change it to what you need.`,
      `Then: npm run check, npx vitest run plugins/${name}`,
    ],
  };
}

/** Adds the import in alphabetical order; the plugin runs after the existing ones. */
function enable(name: string, index: string): string {
  const line = `import { ${camel(name)}Plugin } from './${name}/plugin.ts';`;
  const lines = index.split('\n');
  const after = lines.findLastIndex(
    (one) => /^import .* from '\.\//.test(one) && one.slice(one.indexOf("'")) < line.slice(line.indexOf("'")),
  );
  const at = after === -1 ? lines.findLastIndex((one) => one.startsWith('import type')) : after;
  const placed = [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n');
  return placed.replace(/(ENABLED_PLUGINS[^=]*= \[[^\]]*?)(,?\s*)\]/, `$1, ${camel(name)}Plugin$2]`).replace('[, ', '[');
}

function makeManifest(name: string): string {
  return `import { definePlugin } from '#engine';
import { refuseWords } from './server/hooks/pre-save.subject.ts';

/** ${sentence(name)}: say here, in a line, which rules these are. */
export const ${camel(name)}Plugin = definePlugin({
  name: '${name}',
  version: '1.0.0',
  engine: '^0.1.0',
  settings: {
    ${snake(name)}_refused_words: {
      type: 'array',
      items: { type: 'string' },
      title: '${sentence(name)}: refused subjects',
      description: 'A note whose subject is one of these is not saved.',
      default: [],
    },
  },
  hooks: {
    preSave: [{ module: 'notes', name: 'words', run: refuseWords }],
  },
  errors: {
    ${snake(name)}_subject_refused: { status: 422, isPublic: true, text: 'A note cannot have this subject.' },
  },
  reads: ['notes.name'],
});
`;
}

function makeHook(name: string): string {
  return `import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';

/** A note whose subject the setting names is refused, however the subject is spelled in capitals and spaces. */
export function refuseWords(context: PreSaveContext<'notes'>): void {
  const { event, draft } = context;
  if ((event.kind !== 'create' && event.kind !== 'update') || !event.changed().has('name')) return;
  if (!isListed(context.setting('${snake(name)}_refused_words'), [draft.name])) return;
  const message = 'A note cannot have this subject.';
  context.refuse('${snake(name)}_subject_refused', { details: [{ field: 'name', code: '${snake(name)}_subject_refused', message }] });
}
`;
}

function makeReadme(name: string): string {
  return `# ${name}

${sentence(name)}: say here, in a line, which rules these are.

## Hooks

| hook | on | what |
| --- | --- | --- |
| pre-save \`words\` | notes | refuses a subject that the setting names |

## Settings

| key | default | what |
| --- | --- | --- |
| \`${snake(name)}_refused_words\` | none | subjects that no note may have |

## Errors

| code | status | text |
| --- | --- | --- |
| \`${snake(name)}_subject_refused\` | 422 | A note cannot have this subject. |
`;
}

function makeTest(name: string): string {
  return `import { expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { ${camel(name)}Plugin } from '../plugin.ts';

/** As a site would set it. */
const plugin = { ...${camel(name)}Plugin, settings: { ${snake(name)}_refused_words: { title: 'Words', default: ['Gossip'] } } };

describeOnEachStore(
  '${sentence(name)}',
  (server) => {
    const add = (name: string) => server().admin.post('/api/notes', { name, note: 'What was said.' });

    it('refuses a subject that the setting names, and names the field', async () => {
      const { status, body } = await add(' gossip ');
      expect([status, body.code, body.details[0].field]).toEqual([422, '${snake(name)}_subject_refused', 'name']);
    });

    it('leaves every other note alone', async () => {
      expect((await add('Gossip column')).status).toBe(201);
    });
  },
  { plugins: [plugin] },
);
`;
}
