import { definePlugin } from '#engine';
import { logMerge } from './server/hooks/on-merge.activity.ts';
import { setDefaultDate } from './server/hooks/pre-save.date.ts';
import { TIMELINE_ROUTES } from './server/routes/timeline.ts';

/** Rules of activities: logs events of records as activities. */
export const activitiesPlugin = definePlugin({
  name: 'activities',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [{ module: 'activities', name: 'date', run: setDefaultDate }],
    onMerge: [{ module: '*', name: 'note', run: logMerge }],
  },
  routes: TIMELINE_ROUTES,
  reads: ['activities.*'],
  writes: [
    'activities.name',
    'activities.activityType',
    'activities.activity_date',
    'activities.relatedRecord',
    'activities.relatedModule',
    'activities.lead',
    'activities.account',
    'activities.contact',
    'activities.sub',
  ],
});
