/** Forms that a JSON Schema describes. */
export const schemaFormTexts = {
  add: 'Add',
  addThing: 'Add {{thing}}',
  entry: '{{title}} {{number}}',
  up: 'Move {{entry}} up',
  down: 'Move {{entry}} down',
  remove: 'Remove {{entry}}',
  removeNamed: 'Remove {{name}}',
  name: 'Name',
  value: 'Value',
  unsupported: '{{name}} cannot be edited here. {{reason}}',
} as const;
