import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Application } from '../../engine/application/index.ts';
import type { ColumnDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { DefinitionInput } from '../../engine/registry/index.ts';

const FILE = path.join(import.meta.dirname, '../fixtures/entries/orders.json');

/**
 * Publishes the module `orders` into the site layer of a running product: an Array and an Object with an entry schema that has a column of
 * each type. `changeLines` returns other columns for the Array.
 */
export async function publishOrders(
  { registry }: Pick<Application, 'registry'>,
  changeLines: (columns: readonly ColumnDefinition[]) => readonly ColumnDefinition[] = (columns) => columns,
): Promise<void> {
  const dropdown = {
    id: 'order_kind',
    name: 'order_kind',
    options: [
      { value: 'goods', label: 'Goods', hue: 'blue' },
      { value: 'work', label: 'Work', hue: 'green' },
    ],
  };
  const input = (kind: DefinitionInput['kind'], id: string, definition: unknown): DefinitionInput => ({ kind, id, definition });
  const layouts = (['edit', 'detail'] as const).map((view) =>
    input('layout', `orders_${view}`, {
      id: `orders_${view}`,
      ssModule: 'orders',
      view,
      sections: [{ id: 'main', label: 'Order', fields: ['name', 'note', 'lines', 'delivery'].map((fieldName) => ({ fieldName })) }],
    }),
  );
  const orders = JSON.parse(readFileSync(FILE, 'utf8')) as ModuleDefinition;
  const fields = orders.fields.map((field) =>
    field.fieldName === 'lines' && field.entry ? { ...field, entry: { columns: changeLines(field.entry.columns) } } : field,
  );
  await registry.publish({
    author: undefined,
    changes: [input('dropdown', 'order_kind', dropdown), input('module', 'orders', { ...orders, fields }), ...layouts],
  });
}
