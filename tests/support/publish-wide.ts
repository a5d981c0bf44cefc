import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Application } from '../../engine/application/index.ts';
import type { DefinitionInput } from '../../engine/registry/index.ts';

const FOLDER = path.join(import.meta.dirname, '../fixtures/wide');

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
}

function input(kind: DefinitionInput['kind'], definition: unknown): DefinitionInput {
  return { kind, id: (definition as { readonly id: string }).id, definition };
}

/**
 * Publishes the module `wide` into the site layer of a running product: a form of 80 fields of all 25 input types, with
 * twelve triggers of every kind, once in sections and, for the role `Tabbed`, in tabs.
 */
export async function publishWide({ registry }: Pick<Application, 'registry'>): Promise<void> {
  const { layouts } = read('wide/layouts.json') as { readonly layouts: readonly unknown[] };
  const dropdowns = ['wide-finish', 'wide-shade', 'wide-tag'].map((name) => input('dropdown', read(`dropdowns/${name}.json`)));
  const rest = [
    input('module', read('wide/module.json')),
    input('role', read('roles/tabbed.json')),
    ...layouts.map((layout) => input('layout', layout)),
  ];
  await registry.publish({ author: undefined, changes: [...dropdowns, ...rest] });
}
