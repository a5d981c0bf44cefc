import { describe, expect, it } from 'vitest';
import { completeJson, type JsonSchema } from './complete-json.ts';
import { locateProblem } from './locate-problem.ts';
import { placeOf, readJson } from './read-json.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'The API name' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          fieldName: { type: 'string' },
          inputType: { enum: ['Date', 'DateTime', 'Number'] },
          required: { type: 'boolean' },
          ref: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        },
      },
    },
    access: { type: 'object', patternProperties: { '^.*$': { anyOf: [{ enum: ['All', 'Owner'] }, { const: 'None' }] } } },
  },
};

/** The completions at the bar in a text. */
function complete(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  return completeJson(marked.replace('|', ''), offset, SCHEMA).items.map(({ label }) => label);
}

/** The text after its first completion at the bar, with the caret as a bar again. */
function choose(marked: string): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { start, end, items } = completeJson(text, offset, SCHEMA);
  const [item] = items;
  if (item === undefined) return marked;
  const made = text.slice(0, start) + item.text + text.slice(end);
  return `${made.slice(0, start + item.caret)}|${made.slice(start + item.caret)}`;
}

describe('A text as JSON', () => {
  it.each([
    ['', 'empty', 1, 1],
    ['{\n  "a": 1,\n  "b" 2\n}', 'colon', 3, 7],
    ['{ "a": 1 "b": 2 }', 'comma', 1, 10],
    ['{ "a": 1, }', 'key', 1, 11],
    ['{ a: 1 }', 'key', 1, 3],
    ['{ "a": yes }', 'value', 1, 8],
    ['{ "a": "x }', 'text', 1, 8],
    ['{ "a": "x\\q" }', 'text', 1, 8],
    ['{ "a": 1, "a": 2 }', 'twice', 1, 11],
    ['{ "a": [1, 2 }', 'comma', 1, 14],
    ['{} {}', 'rest', 1, 4],
    ['{ "a": 01 }', 'value', 1, 8],
    ['{ "a": [', 'end', 1, 9],
  ])('has its first error with line and column: %j', (text, problem, line, column) => {
    const { error } = readJson(text);
    expect([error?.problem, placeOf(text, error?.offset ?? -1)]).toEqual([problem, { line, column }]);
  });

  it('is read as by JSON.parse, with the place of each part', () => {
    const text = '{ "a": [1, { "b": "\\u00e9 \\"x\\"" }], "__proto__": null, "c": -1.5e3 }';
    const { value, root } = readJson(text);
    expect(value).toEqual(JSON.parse(text));
    expect(root?.members.map(({ key, node }) => [key, text.slice(node.start, node.end)])).toEqual([
      ['a', '[1, { "b": "\\u00e9 \\"x\\"" }]'],
      ['__proto__', 'null'],
      ['c', '-1.5e3'],
    ]);
  });
});

describe('Problems', () => {
  const text = '{ "fields": [{ "id": "f_size", "fieldName": "size" }, { "id": "a/b", "label": 1 }] }';
  const at = (path: string): string => {
    const { root, value } = readJson(text);
    return root === undefined ? '' : text.slice(locateProblem(root, value, path));
  };

  it.each([
    ['/fields/0/fieldName', '"fieldName": "size"'],
    ['/fields/size', '{ "id": "f_size"'],
    ['/fields/f_size/fieldName', '"fieldName": "size"'],
    ['/fields/a/b/label', '"label": 1'],
    ['/fields/1/inputType', '{ "id": "a/b"'],
    ['/', '{ "fields"'],
    ['/name', '{ "fields"'],
  ])('are at the part that their path names: %s', (path, start) => {
    expect(at(path).startsWith(start), at(path)).toBe(true);
  });
});

describe('Completion', () => {
  it('follows the references of a schema that contains itself', () => {
    const step = {
      type: 'object',
      properties: { type: { enum: ['wait', 'branch'] }, steps: { type: 'array', items: { $ref: '#/definitions/Step' } } },
    };
    const properties = { actions: { type: 'array', items: { $ref: '#/definitions/Step' } } };
    const schema: JsonSchema = { type: 'object', properties, definitions: { Step: step } };
    const labelsAt = (marked: string) => completeJson(marked.replace('|', ''), marked.indexOf('|'), schema).items.map(({ label }) => label);
    expect(labelsAt('{ "actions": [{ "steps": [{ "steps": [{ | }] }] }] }')).toEqual(['type', 'steps']);
    expect(labelsAt('{ "actions": [{ "steps": [{ "type": "b|" }] }] }')).toEqual(['branch']);
  });

  it.each([
    ['{ | }', ['name', 'fields', 'access']],
    ['{ "name": "x", | }', ['fields', 'access']],
    ['{ | , "access": {} }', ['name', 'fields']],
    ['{ "n| }', ['name']],
    ['{ "fields": [{ "re| }] }', ['required', 'ref']],
    ['{ "fields": [{ "inputType": | }] }', ['Date', 'DateTime', 'Number']],
    ['{ "fields": [{ "inputType": "time|" }] }', ['DateTime']],
    ['{ "fields": [{}, { "required": t| }] }', ['true']],
    ['{ "access": { "tools": "| } }', ['All', 'Owner', 'None']],
    ['{ "name": "x"|, "access": {} }', []],
    ['|', []],
  ])('has the keys and values of the schema: %s', (marked, labels) => {
    expect(complete(marked)).toEqual(labels);
  });

  it.each([
    ['{ "n| }', '{ "name": "|" }'],
    ['{ "fi|": [] }', '{ "fields"|: [] }'],
    ['{ "fields": [{ inp| }] }', '{ "fields": [{ "inputType": | }] }'],
    ['{ fie| }', '{ "fields": [|] }'],
    ['{ "fields": [{ "inputType": "Nu|" }] }', '{ "fields": [{ "inputType": "Number"| }] }'],
  ])('inserts what is chosen: %s', (marked, made) => {
    expect(choose(marked)).toBe(made);
  });
});
