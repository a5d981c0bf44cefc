import { describe, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { findMassUpdateRefusal, findUpcomingRequirement } from '#engine/model/rules';
import type { FieldDefinition, JsonObject } from '#engine/model';
import { loadShipped } from '../../../tests/registry/load-shipped.ts';
import { createSubFixtures } from './sub-fixtures.ts';

const DAY = { today: '2027-01-04' };
const REFERENCES = { accounts_subs: 'a', jobs_subs: 'j' };

async function loadStatus(): Promise<FieldDefinition> {
  return (await loadShipped()).module('subs')?.fields.get('status')?.definition as FieldDefinition;
}

describe('the values of a mass update of subs', () => {
  it('require a reason for a rejection status', async () => {
    const field = await loadStatus();
    const checkMassRejection = (values: JsonObject) => findMassUpdateRefusal([field], values, DAY)?.message;
    expect(checkMassRejection({ status: 'Rejected' })).toBe(
      'A rejection reason is required when a sub status is rejected. Please add one and try again.',
    );
    expect(checkMassRejection({ status: 'Rejected', rejection_reason: 'Location' })).toBeUndefined();
    for (const status of ['Provider Withdrew - Future Opp', 'Provider Withdrew - Declined Interview']) {
      expect(checkMassRejection({ status })).toBe('A rejection reason is required when moving the sub to this status.');
      expect(checkMassRejection({ status, rejection_reason: 'Location' })).toBeUndefined();
    }
    expect(checkMassRejection({ status: 'Offered' })).toBeUndefined();
  });
});

describe('the requirement of a sub status', () => {
  it('is a reason, for a rejection status if there is none yet', async () => {
    const field = await loadStatus();
    const checkReasonRequirement = (status: string, sub: JsonObject) =>
      findUpcomingRequirement(field, status, { ...REFERENCES, ...sub }, DAY, () => true);
    expect(checkReasonRequirement('Rejected', { status: 'New' })).toEqual({
      fields: ['rejection_reason'],
      hint: 'Needs reason',
      message: 'A rejection reason is required when changing the status to rejected.',
    });
    expect(checkReasonRequirement('Provider Withdrew - Future Opp', {})?.message).toBe(
      'A rejection reason is required when moving the sub to this status.',
    );
    expect([
      checkReasonRequirement('Offered', {}),
      checkReasonRequirement('Rejected', { rejection_reason: 'Location' }),
      checkReasonRequirement('Rejected', { status: 'Rejected' }),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it('is an account and a job, for every status, so that forms mark both', async () => {
    const field = await loadStatus();
    const options = (await loadShipped()).module('subs')?.fields.get('status')?.dropdown?.options ?? [];
    const values = options.map(({ value }) => value);
    expect(values).toContain('New');
    for (const status of values)
      expect(findUpcomingRequirement(field, status, {}, DAY, () => true)?.fields, status).toEqual(
        expect.arrayContaining(['accounts_subs', 'jobs_subs']),
      );
    expect(findUpcomingRequirement(field, 'New', {}, DAY, () => true)?.message).toBe(
      'Alls subs require a related account and job. Please set them.',
    );
  });
});

describePluginRules('A rejection status of a sub', (server) => {
  const { makeSub, move, moveMany } = createSubFixtures(server);

  it('requires a reason, in one save and in a mass update', async () => {
    const { _id: id } = await makeSub();
    const refused = await move(id, { status: 'Rejected' });
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      422,
      'rejection_reason_required',
      'A rejection reason is required when changing the status to rejected.',
    ]);
    expect(refused.body.details[0].field).toBe('rejection_reason');
    expect((await move(id, { status: 'Provider Withdrew - Future Opp' })).body.error).toBe(
      'A rejection reason is required when moving the sub to this status.',
    );
    const many = (fields: object) => moveMany([id], fields);
    expect((await many({ status: 'Rejected' })).body).toMatchObject({
      success: false,
      updated: [],
      refused: [{ _id: id, code: 'rejection_reason_required' }],
    });
    expect((await many({ status: 'Rejected', rejection_reason: 'Location' })).body).toMatchObject({ success: true, updated: [id] });
    expect((await move(id, { status: 'Provider Withdrew - Declined Interview' })).status).toBe(200);
    expect((await move(id, { interview_booked_date: '2027-01-04' })).status).toBe(200);
  });
});
