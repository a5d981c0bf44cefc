import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { ReferenceSection } from '../../engine/api/routes/reference-page.ts';
import {
  COLUMN_INPUT_TYPES,
  DUPLICATE_ACTIONS,
  DUPLICATE_EXACTNESS,
  FIELD_ACCESS_LEVELS,
  FIELD_NOTIFICATIONS,
  HUES,
  LAYOUT_VIEWS,
  ROLL_UP_OPERATIONS,
} from '../../engine/model/definitions/index.ts';
import { DATE_CHOICES } from '../../engine/model/field-types/index.ts';
import { commentOf } from './read-types.ts';

const COLUMNS = ['Property', 'Value', 'What it is'] as const;

/** The object schemas of a source file, in source order, with their properties and descriptions. */
export function readSchemas(file: string): readonly ReferenceSection[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap((declaration) => {
      const schema = declaration.initializer;
      if (!schema || !ts.isCallExpression(schema) || nameOf(schema) === undefined) return [];
      const properties =
        nameOf(schema) === 'Object' && schema.arguments[0] && ts.isObjectLiteralExpression(schema.arguments[0])
          ? schema.arguments[0].properties.filter(ts.isPropertyAssignment)
          : [];
      const text = [commentOf(statement), properties.length === 0 ? `\`${describe(schema)}\`` : ''].filter(Boolean).join(' ');
      return [{ name: plain(declaration.name.getText()), text, columns: COLUMNS, rows: properties.map(describeProperty) }];
    }),
  );
}

function describeProperty(property: ts.PropertyAssignment): readonly [string, string, string] {
  const value = property.initializer;
  const inner = nameOf(value) === 'Optional' ? (value as ts.CallExpression).arguments[0] : undefined;
  return [`${property.name.getText()}${inner ? '?' : ''}`, describe(inner ?? value), commentOf(property)];
}

/** 'ModuleSchema' without its suffix: 'Module'. */
const plain = (name: string): string => name.replace(/Schema$/, '');

/** The name of the function of a `Type.…(…)` call; undefined for other nodes. */
function nameOf(node: ts.Node): string | undefined {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.expression.getText() === 'Type'
    ? node.expression.name.text
    : undefined;
}

const SIMPLE: { readonly [name: string]: string } = {
  String: 'text',
  Number: 'number',
  Integer: 'whole number',
  Boolean: 'true | false',
  Unknown: 'any JSON',
  Null: 'null',
};

/** A short form of a schema: `text`, `'asc' | 'desc'`, `list of Field`. */
function describe(node: ts.Expression): string {
  const name = nameOf(node);
  if (name === undefined || !ts.isCallExpression(node)) return plain(node.getText().replace(/\s+/g, ' '));
  const [first, second] = node.arguments;
  if (name in SIMPLE) return `${SIMPLE[name]}${describeBounds(first)}`;
  if (first === undefined) return name;
  if (name === 'Literal') return first.getText();
  if (name === 'Union' && ts.isArrayLiteralExpression(first)) return first.elements.map(describe).join(' | ');
  if (name === 'Array') return `list of ${describe(first)}`;
  if (name === 'Record') return `by ${describe(first)}: ${second ? describe(second) : ''}`;
  if (name === 'Object' && ts.isObjectLiteralExpression(first))
    return `{ ${first.properties
      .filter(ts.isPropertyAssignment)
      .map((one) => describeProperty(one).slice(0, 2).join(': '))
      .join('; ')} }`;
  if (name === 'Enum') return describeConstants(first.getText().replace(/[[\].]/g, ''));
  return describe(first);
}

/** Lists of constants that are printed where they are used. */
const CONSTANTS: { readonly [name: string]: readonly string[] } = {
  COLUMN_INPUT_TYPES,
  DATE_CHOICES,
  DUPLICATE_ACTIONS,
  DUPLICATE_EXACTNESS,
  FIELD_ACCESS_LEVELS,
  FIELD_NOTIFICATIONS,
  ROLL_UP_OPERATIONS,
  HUES,
  LAYOUT_VIEWS,
};

/** The values of a list of constants, or the section that describes them. */
function describeConstants(name: string): string {
  if (name === 'INPUT_TYPES') return 'InputType';
  const values = CONSTANTS[name];
  if (values === undefined) throw new Error(`The reference does not print the constants ${name} yet: add them to CONSTANTS.`);
  return values.map((value) => `'${value}'`).join(' | ');
}

function describeBounds(options: ts.Expression | undefined): string {
  if (!options || !ts.isObjectLiteralExpression(options)) return '';
  const described = options.properties
    .filter(ts.isPropertyAssignment)
    .map((one) => [one.name.getText(), one.initializer.getText()] as const);
  const words = described.flatMap(([key, value]) =>
    key === 'pattern'
      ? [`like ${value.slice(1, -1)}`]
      : key.startsWith('min')
        ? [`from ${value}`]
        : key.startsWith('max')
          ? [`to ${value}`]
          : [],
  );
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
