import { definePlugin } from '#engine';
import { applyStatus } from './server/hooks/pre-save.status.ts';
import { refuseDuplicateJob } from './server/hooks/pre-save.duplicate.ts';
import { updateMonthlyHours } from './server/hooks/pre-save.hours.ts';
import { geocodeJob, geocodeLead } from './server/hooks/pre-save.geo-info.ts';
import { FIRST_FEED_DAY, datePosting } from './server/hooks/pre-save.posting.ts';
import { matchNewJob } from './server/hooks/post-save.matching.ts';
import { updateRating } from './server/hooks/pre-save.rating.ts';
import { markOldJobs } from './server/jobs/clean-up.ts';
import { backfillJobGeoInfo, backfillLeadGeoInfo } from './server/jobs/backfill-geo-info.ts';
import { recalculateRatings } from './server/jobs/recalculate-ratings.ts';
import { handleExistingJobs } from './server/routes/existing-jobs.ts';
import {
  listAppliedJobs,
  listAppliedLeads,
  listMatchingJobs,
  listMatchingLeads,
  searchMatchingJobs,
  searchMatchingLeads,
} from './server/routes/matches.ts';
import {
  listJobsInRadius,
  listLeadsInRadius,
  searchLeadsLivingAround,
  searchJobPagesAround,
  searchJobsAround,
  searchJobsOfInterest,
  searchLeadsAround,
} from './server/routes/radius-searches.ts';
import { MATCHING_SERVICE } from './server/services/offer-matching.ts';
import { handleRatingSearch } from './server/routes/rating-search.ts';
import {
  APPLIED_JOBS,
  APPLIED_LEADS,
  EXISTING_JOBS,
  LEADS_LIVING_AROUND,
  JOBS_AROUND,
  JOBS_IN_RADIUS,
  JOBS_OF_INTEREST,
  LEADS_AROUND,
  LEADS_IN_RADIUS,
  MATCH_JOBS,
  MATCH_LEADS,
  MATCHING_JOBS,
  MATCHING_LEADS,
  RATING_SEARCH,
} from './server/routes/route-schemas.ts';

/** Rules of jobs: duplicates, effects of a status, posting and matching, rating, clean-up of old jobs, and radius searches. */
export const jobsPlugin = definePlugin({
  name: 'jobs',
  version: '1.0.0',
  engine: '^0.1.0',
  settings: {
    main_job_board: {
      type: 'string',
      title: 'Main job board',
      description: 'The feed that a job leaves when it is over, or its candidates are chosen.',
      default: 'Main job board',
    },
    match_miles: {
      type: 'number',
      minimum: 0,
      maximum: 500,
      title: 'Match radius in miles',
      description: 'The radius of searches that do not give one.',
      default: 50,
    },
  },
  definitions: {
    extensions: [
      {
        module: 'jobs',
        fields: [
          {
            id: 'jobs_first_feed_day',
            fieldName: FIRST_FEED_DAY,
            label: 'First day in a feed',
            inputType: 'Date',
            readOnly: true,
            internal: true,
            audited: false,
            description: 'Tells whether the job was in a feed before, so that its posting date is set once.',
          },
        ],
      },
    ],
  },
  hooks: {
    preSave: [
      { module: 'jobs', name: 'duplicate', run: refuseDuplicateJob },
      { module: 'jobs', name: 'closing', run: applyStatus },
      { module: 'jobs', name: 'posting', run: datePosting, after: ['closing'] },
      { module: 'jobs', name: 'rating', run: updateRating },
      { module: 'jobs', name: 'hours', run: updateMonthlyHours },
      { module: 'jobs', name: 'place', run: geocodeJob },
      { module: 'leads', name: 'place', run: geocodeLead },
    ],
    postSave: [{ module: 'jobs', name: 'matching', deadline: 60_000, run: matchNewJob }],
  },
  services: [MATCHING_SERVICE],
  routes: [
    { method: 'POST', path: '/api/jobs/checkForExistingJobsMatchingData', handle: handleExistingJobs, ...EXISTING_JOBS },
    { method: 'POST', path: '/api/jobs/job-rating-search', handle: handleRatingSearch, ...RATING_SEARCH },
    { method: 'POST', path: '/api/jobs/radius-search', handle: searchJobsAround, ...JOBS_AROUND },
    { method: 'POST', path: '/api/jobs/paged-radius-search', handle: searchJobPagesAround, ...JOBS_AROUND },
    { method: 'GET', path: '/api/jobs/:id/matching-leads', handle: listMatchingLeads, ...MATCHING_LEADS },
    { method: 'POST', path: '/api/jobs/:id/match-leads', handle: searchMatchingLeads, ...MATCH_LEADS },
    { method: 'GET', path: '/api/jobs/:id/applied-leads', handle: listAppliedLeads, ...APPLIED_LEADS },
    { method: 'GET', path: '/api/jobs/leads-in-radius/:a/:b', handle: listLeadsInRadius, ...LEADS_IN_RADIUS },
    { method: 'GET', path: '/api/jobs/matching-jobs-for-lead/:id', handle: listMatchingJobs, ...MATCHING_JOBS },
    { method: 'POST', path: '/api/leads/primary-address-radius-search', handle: searchLeadsLivingAround, ...LEADS_LIVING_AROUND },
    { method: 'POST', path: '/api/leads/interested-location-job-search', handle: searchJobsOfInterest, ...JOBS_OF_INTEREST },
    { method: 'POST', path: '/api/leads/radius-search', handle: searchLeadsAround, ...LEADS_AROUND },
    { method: 'GET', path: '/api/leads/:id/matching-jobs', handle: listMatchingJobs, ...MATCHING_JOBS },
    { method: 'POST', path: '/api/leads/:id/match-jobs', handle: searchMatchingJobs, ...MATCH_JOBS },
    { method: 'GET', path: '/api/leads/:id/applied-jobs', handle: listAppliedJobs, ...APPLIED_JOBS },
    { method: 'GET', path: '/api/leads/jobs-in-radius/:a/:b', handle: listJobsInRadius, ...JOBS_IN_RADIUS },
  ],
  jobs: [
    { name: 'clean-up', schedule: '20 * * * *', deadline: 240_000, run: markOldJobs },
    { name: 'rating', schedule: '40 4 * * *', deadline: 240_000, run: recalculateRatings },
    backfillJobGeoInfo,
    backfillLeadGeoInfo,
  ],
  errors: {
    duplicate_job_title: { status: 422, isPublic: true, text: 'Duplicate Job Title. Please Change!' },
    place_unknown: { status: 422, isPublic: true, text: 'The location is unknown: the ZIP is missing or does not exist.' },
  },
  reads: [
    'jobs.custom_job_title',
    'jobs.zip',
    'jobs.city',
    'jobs.state',
    'jobs.job_status',
    'jobs.opportunity_type',
    'jobs.is_rfp',
    'jobs.weekly_hours',
    'jobs.start_date',
    'jobs.end_date',
    'jobs.bill_rate',
    'jobs.profession',
    'jobs.createdAt',
    'jobs.needs_cleanup',
    'jobs.included_in_feeds',
    'jobs.job_closed_date',
    'jobs.job_rating',
    'jobs.deleted',
    'jobs.geoInfo',
    'leads.current_address',
    'leads.interested_location_zips',
    'leads.geoInfo',
    'leads.profession',
    'leads.lead_status',
    'applicants.lead',
    'applicants.jobs_applicants',
  ],
  writes: [
    'jobs.post_date',
    'jobs.date_last_boosted',
    'jobs.new_job_processed',
    'jobs.needs_cleanup',
    'jobs.job_closed_date',
    'jobs.included_in_feeds',
    'jobs.indeed_campaign_boost',
    'jobs.job_rating',
    'jobs.monthly_hours',
    'jobs.hours_eligible',
    'jobs.geoInfo',
    'leads.geoInfo',
  ],
});
