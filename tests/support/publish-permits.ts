import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Application } from '../../engine/application/index.ts';
import type { DefinitionInput } from '../../engine/registry/index.ts';

const FILE = path.join(import.meta.dirname, '../fixtures/rules/permits.json');

const STAGES = ['draft', 'review', 'closed', 'rejected'];
const HUES = ['gray', 'blue', 'green', 'red'];
const NAMES = ['name', 'stage', 'reason', 'hours', 'note', 'fee', 'starts_on', 'ends_on'];

/**
 * Publishes the module `permits` into the site layer of a running product: one field with each kind of condition, a rule of a
 * field and of the module, and transition requirements with and without a code.
 */
export async function publishPermits({ registry }: Pick<Application, 'registry'>): Promise<void> {
  const dropdown = {
    id: 'permit_stage',
    name: 'permit_stage',
    options: STAGES.map((value, index) => ({ value, label: label(value), hue: HUES[index] })),
  };
  const input = (kind: DefinitionInput['kind'], id: string, definition: unknown): DefinitionInput => ({ kind, id, definition });
  const layouts = (['grid', 'edit', 'detail', 'quick-create', 'mass-update'] as const).map((view) =>
    input('layout', `permits_${view}`, {
      id: `permits_${view}`,
      ssModule: 'permits',
      view,
      sections: [
        {
          id: 'main',
          label: 'Permit',
          fields: NAMES.filter((name) => view !== 'mass-update' || name !== 'name').map((fieldName) => ({ fieldName })),
        },
      ],
    }),
  );
  const permits: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
  await registry.publish({
    author: undefined,
    changes: [input('dropdown', 'permit_stage', dropdown), input('module', 'permits', permits), ...layouts],
  });
}

function label(value: string): string {
  return `${value.slice(0, 1).toUpperCase()}${value.slice(1)}`;
}
