import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LAYOUT_VIEWS, type LayoutView } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../engine/errors/index.ts';
import { loadSnapshot } from '../../engine/registry/index.ts';
import { loadShipped } from '../registry/load-shipped.ts';
import { kebab, sentence, singular } from './name-cases.ts';
import type { Plan } from './plan.ts';

const SORT = { sortField: 'createdAt', sortOrder: 'desc' };

/** The files of a new module, or why it cannot have that name. */
export async function planModule(name: string | undefined, domain = 'own'): Promise<Plan> {
  if (name === undefined) return { problem: 'Name the module: npm run new:module siteVisits' };
  if (!/^[a-z][A-Za-z0-9]{1,63}$/.test(name))
    return {
      problem: `${name} is no name for a module: it begins with a lower case letter and is made of 2 to 64 letters and digits, such as siteVisits.`,
    };
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(domain) || ['dropdowns', 'roles', 'settings', 'menus', 'seeds'].includes(domain))
    return { problem: `${domain} is no domain: that is a folder of modules under definitions, such as work.` };
  const { modules } = await loadShipped();
  const taken = [...modules.values()].find(
    (module) => module.name.toLowerCase() === name.toLowerCase() || module.path.toLowerCase() === `/api/${kebab(name)}`,
  );
  if (taken) return { problem: `There is a module ${taken.name} at ${taken.path} already.` };
  const folder = `definitions/${domain}/${kebab(name)}`;
  const files = [
    ['module.json', makeModule(name)],
    ['layouts.json', { layouts: LAYOUT_VIEWS.map((view) => makeLayout(name, view)) }],
  ] as const;
  const problem = await explainDefinitions(files);
  if (problem !== undefined) return { problem };
  return {
    files: files.map(([file, content]) => ({ file: `${folder}/${file}`, text: toText(content) })),
    next: [
      'updated definitions/MODULES.md and plugins/records.d.ts',
      `${sentence(name)} has its endpoints at /api/${kebab(name)} and its screens at the next start; a System Admin sees it. Give it to others in definitions/roles, and a place in definitions/menus.`,
    ],
  };
}

const toText = (content: JsonObject): string => `${JSON.stringify(content, undefined, 2)}\n`;

/** Errors that the registry reports for the files, checked before any of them is written. */
async function explainDefinitions(files: readonly (readonly [string, JsonObject])[]): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-module-'));
  try {
    mkdirSync(path.join(folder, 'own', 'module'), { recursive: true });
    for (const [file, content] of files) writeFileSync(path.join(folder, 'own', 'module', file), toText(content));
    await loadSnapshot(['definitions', folder]);
    return undefined;
  } catch (error) {
    if (error instanceof MusterError) return error.message;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeModule(name: string): JsonObject {
  const label = sentence(name);
  const field = (fieldName: string, more: JsonObject): JsonObject => ({ id: `${name}_${fieldName}`, fieldName, ...more });
  return {
    id: name,
    name,
    label,
    labelSingular: singular(label),
    kind: 'plain',
    icon: 'folder',
    path: `/api/${kebab(name)}`,
    defaultSort: SORT,
    fields: [
      field('name', { label: 'Name', inputType: 'TextField', required: true, searchable: true }),
      field('due_date', { label: 'Due', inputType: 'Date', massUpdatable: true }),
      field('details', { label: 'Details', inputType: 'TextArea', textAreaRowCount: 4 }),
    ],
  };
}

const FORM = ['name', 'due_date', 'assigned_to', 'details'];

/** The fields of each view, in the usual display order. */
const SHOWN: { readonly [view in LayoutView]: readonly string[] } = {
  edit: FORM,
  detail: FORM,
  'quick-create': FORM,
  'preview-panel': FORM,
  grid: ['name', 'due_date', 'assigned_to', 'createdAt'],
  'basic-search': ['name', 'due_date', 'assigned_to'],
  'popup-search': ['name', 'assigned_to'],
  'popup-listview': ['name', 'due_date', 'assigned_to'],
  'mass-update': ['due_date', 'assigned_to'],
};

function makeLayout(name: string, view: LayoutView): JsonObject {
  const isList = view === 'grid' || view === 'popup-listview';
  const section = {
    id: 'main',
    label: singular(sentence(name)),
    ...(isList ? {} : { columns: view === 'preview-panel' ? 1 : 2 }),
    fields: SHOWN[view].map((fieldName) => ({ fieldName })),
  };
  return {
    id: `${name}_${view.replaceAll('-', '_')}`,
    ssModule: name,
    app: 'main',
    view,
    panelType: 'sections',
    sections: [section],
    ...(isList ? { defaultSort: SORT } : {}),
  };
}
