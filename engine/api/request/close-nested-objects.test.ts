import { expect, it } from 'vitest';
import { closeNestedObjects } from './close-nested-objects.ts';

const named = { type: 'object', properties: { name: { type: 'string' } } };
const closed = { ...named, additionalProperties: false };

it('closes nested objects with properties, in lists and alternatives too', () => {
  const schema = {
    type: 'object',
    properties: { to: named, all: { type: 'array', items: named }, one: { anyOf: [{ type: 'string' }, named] } },
  };
  expect(closeNestedObjects(schema)).toEqual({
    type: 'object',
    properties: { to: closed, all: { type: 'array', items: closed }, one: { anyOf: [{ type: 'string' }, closed] } },
  });
});

it('leaves maps, objects that say what else they accept, and conditions of an object as they are', () => {
  const map = { type: 'object', description: 'Values by name.' };
  const open = { ...named, additionalProperties: true };
  const schema = {
    type: 'object',
    properties: { map, open, place: { ...named, anyOf: [{ type: 'object', required: ['name'], properties: { name: {} } }] } },
    anyOf: [{ type: 'object', required: ['map'], properties: { map: {} } }],
  };
  expect(closeNestedObjects(schema)).toEqual(schema);
});
