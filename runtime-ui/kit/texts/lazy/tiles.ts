/** Texts of grids of tiles. */
export const tileTexts = {
  handle: 'Move {{name}}',
  keys: 'Arrow keys move it, Shift with arrow keys resizes it.',
  at: '{{name}}: column {{column}}, row {{row}}, {{width}} wide, {{height}} high',
  stays: '{{name}} cannot go further',
  earlier: 'Move up: {{name}}',
  later: 'Move down: {{name}}',
} as const;
