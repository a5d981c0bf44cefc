/** Forms that a JSON Schema describes. */
export const schemaFormTexts = {
  add: 'Add',
  addThing: 'Add {{thing}}',
  entry: '{{title}} {{number}}',
  up: 'Move {{entry}} up',
  down: 'Move {{entry}} down',
  remove: 'Remove {{entry}}',
  removeNamed: 'Remove {{name}}',
  removeNew: 'Remove the new entry',
  name: 'Name',
  value: 'Value',
  discardTitle: 'Discard your changes?',
  discardText: 'What you changed in this form is not saved.',
  discard: 'Discard changes',
  unsupported: '{{name}} cannot be edited here. {{reason}}',
} as const;
