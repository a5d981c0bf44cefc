import { describe, expect, it } from 'vitest';
import type { FieldDefinition, JsonObject } from '#engine/model';
import { findUpcomingRequirement } from '#engine/model/rules';
import { loadShipped } from '../../../tests/registry/load-shipped.ts';
import { isEligible, listMonthlyHours } from './monthly-hours.ts';
import { rateJob, readRatingCriteria } from './rate-job.ts';
import { countWorkingDays } from './working-days.ts';

const TERMS = readRatingCriteria(
  { assignment_length: 12, weekly_hours: 29, job_statuses: ['Accepting Applications'] },
  { 'School Nurse, RN': 60 },
);
/** A job of exactly twelve weeks that earns no point. */
const NOTHING = {
  job_status: 'Draft',
  opportunity_type: 'Contract',
  is_rfp: true,
  weekly_hours: 29,
  start_date: '2027-01-04',
  end_date: '2027-03-28',
  bill_rate: 59.99,
  profession: 'School Nurse, RN',
};

describe('the rating of a job', () => {
  it('has a point for each of five criteria', () => {
    expect(rateJob(NOTHING, TERMS)).toBe(0);
    const better = [
      { end_date: '2027-03-29' },
      { weekly_hours: 29.5 },
      { is_rfp: false },
      { job_status: 'Accepting Applications' },
      { bill_rate: 60 },
    ];
    for (const one of better) expect(rateJob({ ...NOTHING, ...one }, TERMS), JSON.stringify(one)).toBe(1);
    expect(rateJob(Object.assign({}, NOTHING, ...better) as object, TERMS)).toBe(5);
  });

  it('is 0 for a closed job, otherwise 5 for a direct hire', () => {
    const direct = { ...NOTHING, opportunity_type: 'Direct Hire' };
    expect(rateJob(direct, TERMS)).toBe(5);
    for (const job_status of ['Closed - Won', 'Closed - Lost', 'Cancelled'])
      expect(rateJob({ ...direct, job_status }, TERMS), job_status).toBe(0);
  });

  it('gives no point for missing values', () => {
    expect(rateJob({}, TERMS)).toBe(1);
    expect(rateJob({ ...NOTHING, profession: 'Audiologist', bill_rate: 500 }, TERMS)).toBe(0);
  });

  it('uses the settings, and the defaults where a setting is missing', () => {
    expect(
      rateJob(
        NOTHING,
        readRatingCriteria({ assignment_length: 11, weekly_hours: 20, job_statuses: ['Draft'] }, { 'School Nurse, RN': 10 }),
      ),
    ).toBe(4);
    for (const nonsense of [undefined, null, 'x', [], { assignment_length: '1', weekly_hours: null, job_statuses: 7 }]) {
      expect(readRatingCriteria(nonsense, nonsense)).toMatchObject({
        assignmentLength: 12,
        weeklyHours: 29,
        statuses: ['Accepting Applications'],
      });
    }
  });
});

describe('the monthly hours of a job', () => {
  it('count the working days of the job in each month', () => {
    expect(countWorkingDays('2027-03-01', '2027-03-31')).toBe(23);
    expect([
      countWorkingDays('2027-03-06', '2027-03-07'),
      countWorkingDays('2027-03-05', '2027-03-08'),
      countWorkingDays('2027-03-02', '2027-03-01'),
    ]).toEqual([0, 2, 0]);
    expect(listMonthlyHours({ start_date: '2027-12-20', end_date: '2028-02-02', weekly_hours: 37.5 })).toEqual([
      { month: '2027-12', workingDays: 10, hoursPerDay: 7.5, totalHours: 75, eligible: false },
      { month: '2028-01', workingDays: 21, hoursPerDay: 7.5, totalHours: 157.5, eligible: true },
      { month: '2028-02', workingDays: 2, hoursPerDay: 7.5, totalHours: 15, eligible: false },
    ]);
  });

  it('are empty if a day or the hours are missing, or if the end is before the start', () => {
    const whole = { start_date: '2027-03-01', end_date: '2027-03-31', weekly_hours: 40 };
    for (const field of Object.keys(whole)) expect(listMonthlyHours({ ...whole, [field]: null }), field).toEqual([]);
    expect(listMonthlyHours({ ...whole, end_date: '2026-03-31' })).toEqual([]);
    expect(listMonthlyHours({ ...whole, end_date: '9999-12-31' })).toHaveLength(120);
  });

  it('make a job eligible if more months are above 130 hours than below', () => {
    const of = (start_date: string, end_date: string, weekly_hours: number) =>
      isEligible(listMonthlyHours({ start_date, end_date, weekly_hours }));
    expect(of('2027-03-01', '2027-04-30', 40)).toBe(true);
    // One month above, one below.
    expect(of('2027-03-01', '2027-04-30', 29)).toBe(false);
    expect(of('2027-03-01', '2027-05-07', 40)).toBe(true);
    expect(of('2027-03-01', '2027-04-07', 40)).toBe(false);
    expect(of('2027-03-01', '2027-04-30', 20)).toBe(false);
    expect(of('2027-02-01', '2027-02-28', 32.5)).toBe(false);
    expect(isEligible([])).toBe(false);
  });
});

describe('a status of a job', () => {
  it('shows a notice before it is selected that it ends the posting, unless the job is closed', async () => {
    const field = (await loadShipped()).module('jobs')?.fields.get('job_status')?.definition as FieldDefinition;
    const noticeOf = (status: string, job: JsonObject) => findUpcomingRequirement(field, status, job, { today: '2027-03-01' }, () => true);
    const hintFor = (status: string, job_status = 'Interviewing') => noticeOf(status, { job_status })?.hint;
    expect([hintFor('Closed - Won'), hintFor('Closed - Lost'), hintFor('Cancelled')]).toEqual(Array(3).fill('Ends posting'));
    expect(hintFor('Submit Candidates')).toBe('Off main board');
    expect([
      hintFor('On Hold'),
      hintFor('Cancelled', 'Cancelled'),
      hintFor('Closed - Won', 'Closed - Lost'),
      hintFor('Submit Candidates', 'Submit Candidates'),
    ]).toEqual(Array(4).fill(undefined));
    expect(noticeOf('Cancelled', {})?.fields).toEqual([]);
  });
});
