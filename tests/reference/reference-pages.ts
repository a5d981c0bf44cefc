import { ERROR_COLUMNS, type ReferencePage, type ReferenceSection } from '../../engine/api/routes/reference-page.ts';
import { ERROR_CATALOGUE, type ErrorRow } from '../../engine/errors/index.ts';
import { listDefinitionSections } from './definition-sections.ts';
import { readSchemas } from './read-schemas.ts';
import { readFunctions, readTypes } from './read-types.ts';

/** A page with the file next to the source that contains it too. */
export interface WrittenPage extends ReferencePage {
  readonly file: string;
}

/** The file with the pages that the server returns, from the repository root. */
export const PAGES_FILE = 'engine/api/routes/reference.json';

const PORTS = ['ClockPort', 'IdsPort', 'LogPort', 'MailMessage'];
/** Types of the parts of plugin contexts that plugins do not use themselves. */
const INTERNAL = ['PluginFileServices', 'ServiceFinder', 'ServiceMethods'];
const DUPLICATE_TYPES = ['DuplicateRule', 'ShownValues', 'ShownOf'];
/** Types of the test kit that its entry point does not export. */
const INTERNAL_TYPES = ['ApiClient', 'MemoryLog'];

/** The reference pages, generated from the source; paths are from the repository root. */
export function makePages(): readonly WrittenPage[] {
  const ports = readTypes('engine/ports/others.ts', (name) => PORTS.includes(name));
  return [
    {
      name: 'plugin-context',
      title: 'Plugins: manifest and contexts',
      summary:
        'Everything that a plugin declares with `definePlugin`, the contexts of its hooks, endpoints and jobs, and the operations on records.',
      file: 'engine/plugin-host/REFERENCE.md',
      sections: [
        ...readTypes('engine/plugin-host/manifest.ts'),
        ...readTypes('engine/plugin-host/plugin-hook.ts'),
        ...readTypes('engine/plugin-host/route-response.ts'),
        ...readTypes('engine/plugin-host/plugin-settings.ts'),
        ...readTypes('engine/plugin-host/plugin-links.ts'),
        ...['plugin-http', 'plugin-mail', 'plugin-live', 'plugin-files', 'plugin-services'].flatMap((name) =>
          readTypes(`engine/plugin-host/${name}.ts`, (type) => !INTERNAL.includes(type)),
        ),
        ...readTypes('engine/ports/live-events.ts', (name) => name === 'LiveAudience'),
        ...readTypes('engine/plugin-host/duplicates/duplicate-rule.ts', (name) => DUPLICATE_TYPES.includes(name)),
        ...readTypes('engine/registry/base/extend-modules.ts', (name) => ['ModuleExtension', 'FieldPlacement'].includes(name)),
        ...readTypes('engine/records/hooks.ts', (name) => !['HookRegistry', 'NamedHook'].includes(name)),
        ...readTypes('engine/records/contract.ts'),
        ...readTypes('engine/records/read/read-contract.ts'),
        ...readTypes('engine/records/history/audit-contract.ts'),
        ...ports,
      ],
    },
    {
      name: 'slots',
      title: 'Plugins: slots of the UI',
      summary: 'Everything that a plugin adds to the UI with `defineUiContribution`, and the props of its components.',
      file: 'runtime-ui/extensions/REFERENCE.md',
      sections: [
        ...readTypes('runtime-ui/extensions/contribution.ts'),
        ...readTypes('runtime-ui/extensions/done-log.ts'),
        ...readTypes('runtime-ui/client/routes.ts', (name) => name === 'UserArea'),
      ],
    },
    {
      name: 'test-kit',
      title: 'Plugins: test kit',
      summary:
        'Everything that `muster/testing` exports: the product with a plugin on an empty store, for the tests of a plugin in its own repository.',
      file: 'engine/testing/REFERENCE.md',
      sections: [
        readFunctions(['start-plugin', 'expect-refusal', 'stub-server'].map((name) => `engine/testing/${name}.ts`)),
        ...['contract', 'expect-refusal', 'api-client', 'memory-log', 'stub-server', 'test-clock'].flatMap((name) =>
          readTypes(`engine/testing/${name}.ts`, (type) => !INTERNAL_TYPES.includes(type)),
        ),
      ],
    },
    {
      name: 'errors',
      title: 'Errors',
      summary:
        'Every error of the API: code, status and text. `{name}` is a placeholder; texts of errors that are not public are never sent to a caller.',
      file: 'engine/errors/REFERENCE.md',
      sections: errorSections(),
    },
    {
      name: 'definitions',
      title: 'Definitions',
      summary:
        'The properties of a module, layout, dropdown, role, setting and menu, the input types, and the variables of filters. As JSON Schemas: `GET /api/schemas`.',
      file: 'engine/model/definitions/REFERENCE.md',
      sections: [
        ...['module', 'field', 'calculation', 'condition', 'layout', 'others', 'common'].flatMap((name) =>
          readSchemas(`engine/model/definitions/${name}.ts`),
        ),
        ...listDefinitionSections(),
      ],
    },
  ];
}

/** One section per status, sorted by code. */
function errorSections(): readonly ReferenceSection[] {
  const all = Object.entries<ErrorRow>(ERROR_CATALOGUE).sort(([one], [other]) => (one < other ? -1 : 1));
  const statuses = [...new Set(all.map(([, { status }]) => status))].sort((one, other) => one - other);
  return statuses.map((status) => ({
    name: `Status ${status}`,
    text: '',
    columns: ERROR_COLUMNS,
    rows: all.filter(([, row]) => row.status === status).map(([code, { isPublic, text }]) => [code, isPublic ? 'yes' : 'no', text]),
  }));
}
