import { definePlugin } from '#engine';
import { noteMerge } from './server/hooks/in-merge.note.ts';
import { stampDate } from './server/hooks/pre-save.date.ts';
import { LINE_OF_TIME } from './server/routes/line-of-time.ts';

/** Rules of activities: what happens to a record leaves one. */
export const activitiesPlugin = definePlugin({
  name: 'activities',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [{ module: 'activities', name: 'date', run: stampDate }],
    inMerge: [{ module: '*', name: 'note', run: noteMerge }],
  },
  routes: LINE_OF_TIME,
  reads: ['activities.*'],
  writes: ['activities.name', 'activities.activityType', 'activities.activity_date', 'activities.relatedRecord', 'activities.relatedModule', 'activities.lead', 'activities.account', 'activities.contact', 'activities.sub'],
});
