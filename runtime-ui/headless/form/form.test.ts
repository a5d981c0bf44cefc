import { describe, expect, it } from 'vitest';
import { FIXTURE_VALUES, fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { zoneClock } from '#engine/model/time';
import { findConflict, resolveConflict } from './conflict.ts';
import { createPayload, initialDraft, updatePayload } from './draft.ts';
import { isDirty, issuesOf, openForm, reduceForm } from './form-state.ts';
import { readProblems } from './problems.ts';
import { isSameValue } from './wire-value.ts';

const module = fixtureModule();
const all = Object.fromEntries(module.fields.map((field) => [field.fieldName, FIXTURE_VALUES[field.inputType]]));

describe('the request body', () => {
  it('contains relates as ids, and no field that the user may not write', () => {
    const payload = createPayload(module, {
      ...all,
      a_multiflexrelate: [
        { _id: 'p1', module: 'people', name: 'x' },
        { _id: '', module: 'people' },
      ],
    });
    expect(payload).toMatchObject({
      a_relate: 'p1',
      a_multirelate: ['p1'],
      a_flexrelate: { module: 'people', id: 'p1' },
      a_multiflexrelate: [{ module: 'people', id: 'p1' }],
      a_checkbox: true,
    });
    expect(payload).not.toHaveProperty('a_autoincrement');
  });

  it('contains the changed fields with the version; emptied fields are null', () => {
    const base = { ...all, _id: 'r1', _version: 7 };
    const draft = {
      ...base,
      a_textfield: 'Other',
      a_phone: undefined,
      a_emailaddress: [...(FIXTURE_VALUES.EmailAddress as object[]), { email_address: ' ', primary: false }] as never,
      a_relate: 'p1',
    };
    expect(updatePayload(module, base, draft)).toEqual({ _version: 7, a_textfield: 'Other', a_phone: null });
  });

  it('starts with the defaults', () => {
    const withDefault = fixtureModule({
      fields: [fixtureField('Dropdown', { default: 'red' }), fixtureField('Checkbox', { system: true, default: true })],
    });
    expect(initialDraft(withDefault, { a_textfield: 'x' })).toEqual({ a_dropdown: 'red', a_textfield: 'x' });
    // A removed default is sent as null, or the server would set it again.
    expect(createPayload(withDefault, { a_dropdown: undefined })).toEqual({ a_dropdown: null });
    expect(createPayload(withDefault, {})).toEqual({});
  });

  it('starts with days in the time zone of the company', () => {
    const withDay = fixtureModule({ fields: [fixtureField('Date', { defaultDate: 'Today' })] });
    const before = zoneClock('America/New_York').dayOf(Date.now());
    const { a_date: day } = initialDraft(withDay);
    expect([before, zoneClock('America/New_York').dayOf(Date.now())]).toContain(day);
    expect(createPayload(withDay, { a_date: undefined })).toEqual({ a_date: null });
  });
});

it('treats the same value in another representation as unchanged', () => {
  const same = (type: Parameters<typeof fixtureField>[0], a: never, b: never) => isSameValue(fixtureField(type), a, b);
  expect(same('Relate', 'p1' as never, { _id: 'p1', name: 'Ann' } as never)).toBe(true);
  expect(same('Checkbox', undefined as never, false as never)).toBe(true);
  expect(same('Address', { city: 'Joliet', zip: '' } as never, { zip: null, city: 'Joliet' } as never)).toBe(true);
  expect(same('Number', 0 as never, undefined as never)).toBe(false);
});

describe('a conflict', () => {
  const base = { _id: 'r1', _version: 1, a_textfield: 'one', a_number: 1, a_phone: '3125550142' };
  const draft = { ...base, a_textfield: 'mine', a_number: 2 };
  const current = { ...base, _version: 2, a_textfield: 'theirs', a_phone: '2125550142' };
  const conflict = findConflict(module, base, draft, current);

  it('is a field that both changed to different values', () => {
    expect(conflict.rows.map((row) => [row.field.fieldName, row.before, row.mine, row.theirs])).toEqual([
      ['a_textfield', 'one', 'mine', 'theirs'],
    ]);
  });

  it('names the fields that only the other save changed, and who saved', () => {
    expect(conflict.taken.map(({ fieldName }) => fieldName)).toEqual(['a_phone']);
    expect(conflict.by).toBeUndefined();
    expect(findConflict(module, base, draft, { ...current, modified_by: { _id: 'u', name: 'Mei Tanaka' } }).by).toBe('Mei Tanaka');
  });

  it('keeps what only one side changed, and the chosen side of the rest', () => {
    expect(resolveConflict(module, base, draft, conflict, { a_textfield: 'theirs' })).toMatchObject({
      a_textfield: 'theirs',
      a_number: 2,
      a_phone: '2125550142',
      _version: 2,
    });
    const mine = resolveConflict(module, base, draft, conflict, {});
    expect(updatePayload(module, current, mine)).toEqual({ _version: 2, a_textfield: 'mine', a_number: 2 });
  });
});

describe('a form', () => {
  const opened = openForm({}, { a_dropdown: 'red' });

  it('is not dirty with its defaults, but is after a change', () => {
    const typed = reduceForm(opened, { kind: 'typed', field: 'a_textfield', value: 'x' });
    expect([
      isDirty(module, opened),
      isDirty(module, typed),
      isDirty(module, reduceForm(typed, { kind: 'typed', field: 'a_textfield', value: '' })),
    ]).toEqual([false, true, false]);
  });

  it('keeps all input when a save is refused, and each problem until its field changes', () => {
    const body = {
      error: 'Some fields need attention.',
      code: 'validation_failed',
      details: [
        { field: 'a_address.zip', code: 'zip', message: 'Type 5 digits.' },
        { field: 'a_phone', code: 'phone', message: 'Type 10 digits.' },
        { field: 'unseen', code: 'x', message: 'Elsewhere.' },
      ],
    };
    const refused = reduceForm(opened, { kind: 'refused', problems: readProblems(module, body) });
    expect(refused.draft).toEqual(opened.draft);
    expect(issuesOf(refused)).toEqual({
      a_address: [{ field: 'a_address', path: 'zip', code: 'zip', message: 'Type 5 digits.' }],
      a_phone: [{ field: 'a_phone', path: '', code: 'phone', message: 'Type 10 digits.' }],
    });
    expect(refused.problems.general).toEqual(['Elsewhere.']);
    expect(Object.keys(issuesOf(reduceForm(refused, { kind: 'typed', field: 'a_phone', value: '1' })))).toEqual(['a_address']);
  });

  it('shows parse errors before the problems of the server', () => {
    const broken = reduceForm(opened, { kind: 'unreadable', field: 'a_object', message: 'Not JSON' });
    expect(issuesOf(broken).a_object?.[0]?.message).toBe('Not JSON');
    expect(issuesOf(reduceForm(broken, { kind: 'unreadable', field: 'a_object', message: undefined }))).toEqual({});
  });
});
