import { expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { canChangeEnd, canCreateOnDay, findMoveBlock } from './calendar-rights.ts';

const module = fixtureModule({
  rights: {
    access: true,
    create: true,
    mass_update: true,
    export: true,
    assign_any_team: true,
    view: 'All',
    edit: 'Owner',
    delete: 'None',
  },
});
const field = fixtureField('Date');
const own = { _id: 'a', _version: 1, assigned_to: 'me', until: '2026-11-18' };

it('blocks moving entries of other users, and entries by fields that the role may not write or that the system writes', () => {
  const closed = fixtureField('Date', { fieldName: 'until', rights: { read: 'all', write: 'none' } });
  const block = (record: typeof own, fields: Parameters<typeof findMoveBlock>[1]) => findMoveBlock(module, fields, record, 'me');
  expect(block(own, { field, end: undefined })).toBeUndefined();
  expect(block({ ...own, assigned_to: 'you' }, { field, end: undefined })).toEqual({ kind: 'record' });
  expect(block(own, { field: { ...field, readOnly: true }, end: undefined })?.kind).toBe('field');
  expect(block(own, { field: { ...field, system: true }, end: undefined })?.kind).toBe('field');
  expect(block(own, { field: { ...field, rights: { read: 'all', write: 'owner' } }, end: undefined })).toBeUndefined();
  // An end that cannot be changed blocks the move; a missing end does not.
  expect(block(own, { field, end: closed })).toEqual({ kind: 'field', field: closed });
  expect(block({ ...own, until: '' }, { field, end: closed })).toBeUndefined();
});

it('blocks moving entries by fields that their condition locks or hides on the record', () => {
  const locked = { ...field, readOnlyWhen: { '==': [{ var: 'record.stage' }, 'closed'] } };
  const hidden = fixtureField('Date', { fieldName: 'until', visibleWhen: { '!=': [{ var: 'record.stage' }, 'closed'] } });
  const staged = { ...module, fields: [...module.fields, fixtureField('TextField', { fieldName: 'stage' }), hidden] };
  const block = (stage: string, fields: Parameters<typeof findMoveBlock>[1]) => findMoveBlock(staged, fields, { ...own, stage }, 'me');
  expect(block('open', { field: locked, end: undefined })).toBeUndefined();
  expect(block('closed', { field: locked, end: undefined })).toEqual({ kind: 'field', field: locked });
  expect(block('closed', { field, end: hidden })).toEqual({ kind: 'field', field: hidden });
  expect(canChangeEnd(staged, { end: hidden }, { ...own, stage: 'open' }, 'me')).toBe(true);
  expect(canChangeEnd(staged, { end: hidden }, { ...own, stage: 'closed' }, 'me')).toBe(false);
});

it('allows new records on a day if the start and end fields may be written', () => {
  expect(canCreateOnDay(module, { field })).toBe(true);
  expect(canCreateOnDay({ ...module, rights: { ...module.rights, create: false } }, { field })).toBe(false);
  expect(canCreateOnDay(module, { field: { ...field, rights: { read: 'all', write: 'none' } } })).toBe(false);
});
