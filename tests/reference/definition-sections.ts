import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { ReferenceSection } from '../../engine/api/routes/reference-page.ts';
import { INPUT_TYPES, type InputType } from '../../engine/model/definitions/index.ts';
import { FIELD_TYPES } from '../../engine/model/field-types/index.ts';
import { commentOf } from './read-types.ts';

const FIELD_TYPE_FOLDER = 'engine/model/field-types';

/** Properties of a field that an input type requires, or uses (with a question mark). A test compares the required ones with the checks. */
export const NEEDS: { readonly [type in InputType]?: string } = {
  Array: 'entry?',
  AutoIncrement: 'numberFormat?, firstNumber?, minimum?, maximum?',
  Currency: 'minimum?, maximum?',
  Date: 'defaultDate?',
  DateTime: 'defaultDate?',
  Dropdown: 'dropdown',
  FlexRelate: 'ref?',
  MultiFlexRelate: 'ref?',
  MultiRelate: 'ref',
  MultiSelect: 'dropdown',
  Number: 'minimum?, maximum?, integer?, unit?, grouped?, clock?',
  Object: 'entry?',
  Relate: 'ref',
  TextArea: 'textAreaRowCount?',
  TextField: 'mask?, zipAutofill?, containsZips?',
};

/** Sections of the page about definitions that no JSON Schema contains. */
export function listDefinitionSections(): readonly ReferenceSection[] {
  return [describeInputTypes(), FILTER_VARIABLES, VIEW_TYPES];
}

/** The 25 input types with the comments of their field types. */
function describeInputTypes(): ReferenceSection {
  const comments = readComments();
  return {
    name: 'InputType',
    text: 'What a field stores and how it is edited. The second column lists the properties of the field that its input type requires, or uses if they have a question mark. A plugin can refine an input type: `fieldTypes` of its manifest.',
    columns: ['Input type', 'Needs', 'Its values, and the operators of filters'],
    rows: INPUT_TYPES.map((type) => {
      const { operators } = FIELD_TYPES[type];
      const comment = comments.get(type);
      if (comment === undefined) throw new Error(`The field type ${type} has no comment in ${FIELD_TYPE_FOLDER}.`);
      return [type, NEEDS[type] ?? 'nothing', `${comment} Operators: ${operators.map((operator) => `\`${operator}\``).join(', ')}.`];
    }),
  };
}

/** The doc comment of each field type, whose constant has its name: `dateTime` for DateTime. */
function readComments(): ReadonlyMap<InputType, string> {
  const comments = new Map<InputType, string>();
  for (const name of readdirSync(FIELD_TYPE_FOLDER).filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts'))) {
    const file = path.join(FIELD_TYPE_FOLDER, name);
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements.filter(ts.isVariableStatement))
      for (const declaration of statement.declarationList.declarations) {
        const type = INPUT_TYPES.find((one) => `${one.charAt(0).toLowerCase()}${one.slice(1)}` === declaration.name.getText());
        if (type !== undefined && declaration.type?.getText() === 'FieldType') comments.set(type, commentOf(statement));
      }
  }
  return comments;
}

const FILTER_VARIABLES: ReferenceSection = {
  name: 'FilterVariable',
  text: 'Variables in the operands of filters, such as row rules (`rowRules`, and levels of roles), `workItems`, finders and saved views: `{ "assigned_to": { "equals": { "$": "me" } } }`, `{ "due": { "range": { "lte": { "$": "today", "days": 7 } } } }`.',
  columns: ['Variable', 'Value', 'What it is'],
  rows: [
    ['me', 'id', 'The user who reads. For the system itself it equals nothing.'],
    ['my_teams', 'ids', 'The teams of the user. Where one value is expected, each of them matches.'],
    ['my_roles', 'ids', 'The roles of the user, as `my_teams`.'],
    ['today', 'day', 'The day in the time zone of the setting `time_zone`; with `days`, that many days later (negative: earlier).'],
    ['now', 'instant', 'The current time; with `days`, that many times 24 hours later.'],
    [
      'any other name',
      'id',
      'The record that represents the user in a module with a `userVariable` of this name, such as `my_partner`. Users without one, and users of other types, match nothing.',
    ],
  ],
};

const VIEW_TYPES: ReferenceSection = {
  name: 'View types of a list',
  text: 'Which buttons a list has beside its table depends on the fields that the user may see and filter by. Nothing has to be defined; `boardBy` and `calendarBy` of the module choose the fields that a board and a calendar open with.',
  columns: ['View type', 'Needs', 'How it is laid out'],
  rows: [
    ['table', 'nothing', 'Every list has it. Its columns are those of the layout `grid`.'],
    [
      'board',
      'a Dropdown',
      'One column per option. It opens with `boardBy`, if the user may see and filter by it; else with the status: the first Dropdown of the layout `grid`, or else of the module, with an option that has a `hue`; without one, with the first Dropdown.',
    ],
    [
      'calendar',
      'a Date or DateTime',
      'It opens with the field of `calendarBy`, if the user may see and filter by it; else with the first such field of the layout `grid`, or else of the module. An entry covers several days up to the `end` of `calendarBy`; without one, if the module has a second field of the same type whose name differs in one word: `start` or `begin` and `end`, `from` and `to` or `until`, `since` and `until`.',
    ],
  ],
};
