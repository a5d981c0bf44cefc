import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { readFieldVisibility } from './field-visibility.ts';

const role = (access: JsonObject | undefined, fields: JsonObject = {}, sensitive: readonly string[] = []): JsonObject => ({
  module_access: access === undefined ? {} : { tools: access },
  field_access: { tools: fields },
  sensitive_access: [...sensitive],
});
const see = (one: JsonObject, names = ['cost'], isSensitive = false) =>
  readFieldVisibility(one, 'tools', names, { sensitive: isSensitive });
const ALL = { access: true, view: 'All', edit: 'All' };

it('What people see of a field depends on the module, the field, and whether it is sensitive', () => {
  expect(see(role(undefined)).visibility).toBe('noModule');
  expect(see(role({ ...ALL, view: 'None' })).visibility).toBe('noModule');
  expect(see(role(ALL))).toEqual({ visibility: 'write', records: 'all' });
  expect(see(role({ ...ALL, edit: 'None' })).visibility).toBe('read');
  expect(see(role(ALL, { cost: 'none' })).visibility).toBe('hidden');
  expect(see(role(ALL, { cost: 'owner-read-owner-write' })).visibility).toBe('own');
  expect(see(role({ ...ALL, edit: 'None' }, { cost: 'read-owner-write' })).visibility).toBe('read');
  expect(see(role(ALL), ['cost'], true).visibility).toBe('masked');
  expect(see(role(ALL, {}, ['tools']), ['cost'], true).visibility).toBe('write');
  expect(see(role(ALL, { cost: 'none' }), ['cost'], true).visibility).toBe('hidden');
  expect(see(role({ ...ALL, view: 'Owner' })).records).toBe('own');
  expect(see(role({ ...ALL, view: { filter: {} } })).records).toBe('rule');
});

it('A renamed field has the level that a role gave it by the name before', () => {
  expect(see(role(ALL, { cost: 'none' }), ['price', 'cost']).visibility).toBe('hidden');
  expect(see(role(ALL, { cost: 'none', price: 'read-only' }), ['price', 'cost']).visibility).toBe('read');
});
