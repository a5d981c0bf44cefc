import { describe, expect, it } from 'vitest';
import { ApiError } from '../../client/index.ts';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { missingFields, toMoveProblem } from './move-problem.ts';

const status = fixtureField('Dropdown', { fieldName: 'status' });
const reason = fixtureField('TextField', { fieldName: 'reason' });
const module = fixtureModule({
  fields: [
    status,
    reason,
    fixtureField('TextField', { fieldName: 'fixed', readOnly: true }),
    fixtureField('TextField', { fieldName: 'own', rights: { read: 'all', write: 'owner' } }),
  ],
});
const record = { _id: 'r', _version: 1, assigned_to: 'me' };
const refusal = (details: readonly { field: string; message: string }[], code = 'rule') =>
  new ApiError(422, { error: 'The rule says no.', code, details: details.map((detail) => ({ ...detail, code: 'required' })) });

describe('a problem that prevents a save', () => {
  it('lists the missing fields that the user may fill in', () => {
    const trouble = toMoveProblem(
      module,
      status,
      record,
      'me',
      refusal([
        { field: 'reason', message: 'Say why.' },
        { field: 'fixed', message: 'x' },
        { field: 'own', message: 'y' },
      ]),
    );
    expect(trouble).toMatchObject({ kind: 'fieldsRequired', message: 'The rule says no.' });
    expect(trouble.kind === 'fieldsRequired' ? trouble.fields.map(({ fieldName }) => fieldName) : []).toEqual(['reason', 'own']);
    const others = toMoveProblem(module, status, record, 'you', refusal([{ field: 'own', message: 'y' }]));
    expect(others).toMatchObject({ kind: 'refused' });
  });

  it('is a message for the value itself, without missing fields', () => {
    expect(toMoveProblem(module, status, record, 'me', refusal([{ field: 'status', message: 'Not from here.' }]))).toMatchObject({
      kind: 'refused',
      message: 'Not from here.',
    });
    expect(toMoveProblem(module, status, record, 'me', refusal([]))).toMatchObject({ kind: 'refused', message: 'The rule says no.' });
  });

  it('is a lost response if there was none', () => {
    expect(
      toMoveProblem(module, status, record, 'me', new ApiError(0, { error: 'No response.', code: 'network_unreachable', details: [] })),
    ).toEqual({ kind: 'lost', message: 'No response.' });
  });

  it('is detected in advance for the missing fields of the record', () => {
    const names = (values: object, userId = 'me') =>
      missingFields(module, ['reason', 'own', 'fixed', 'gone'], { ...record, ...values }, userId).map(({ fieldName }) => fieldName);
    expect([names({}), names({ reason: 'x' }), names({}, 'you')]).toEqual([['reason', 'own'], ['own'], ['reason']]);
  });
});
