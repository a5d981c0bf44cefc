import type { PluginManifest } from '#engine';
import { checkEvidence, EVIDENCE_ERRORS } from './check-evidence.ts';
import { recordDecision, storeDecision } from './decide-match.ts';
import { beginComparison, COMPARE_LIST, compareChangedProviders, prepareList } from './exclusion-jobs.ts';
import { markRepeated } from './mark-repeated.ts';
import { remindRechecks } from './remind-rechecks.ts';

/** What the manifest of the plugin has for evidence. */
export const EVIDENCE = {
  settings: {
    evidence_recheck_days: {
      type: 'integer',
      minimum: 1,
      maximum: 3_650,
      title: 'Days until a check is repeated',
      description: 'For checks that have no day of their own.',
      default: 120,
    },
    exclusion_match_score: {
      type: 'integer',
      minimum: 30,
      maximum: 100,
      title: 'Least score of a possible exclusion match',
      description: 'The README of the plugin lists the points.',
      default: 60,
    },
  },
  preSave: [
    { module: 'evidenceChecks', name: 'evidence', run: checkEvidence },
    { module: 'exclusionLists', name: 'exclusion-list', run: prepareList },
    { module: 'exclusionMatches', name: 'exclusion-decision', run: recordDecision },
  ],
  postSave: [
    { module: 'evidenceChecks', name: 'repeated', run: markRepeated },
    { module: 'exclusionLists', name: 'compare', run: beginComparison },
    { module: 'exclusionMatches', name: 'decided', run: storeDecision },
  ],
  jobs: [
    COMPARE_LIST,
    { name: 'remind-rechecks', schedule: '10 7 * * *', deadline: 600_000, run: remindRechecks },
    { name: 'compare-changed-providers', schedule: '40 4 * * *', deadline: 1_800_000, run: compareChangedProviders },
  ],
  notifications: [
    { name: 'evidence_due', label: 'Checks to repeat', icon: 'clipboard-check', text: '{what} has to be repeated' },
    { name: 'exclusion_matches', label: 'Possible exclusion matches', icon: 'user-check', text: '{what} to decide' },
    {
      name: 'exclusion_found',
      label: 'Providers on an exclusion list',
      icon: 'user-check',
      text: '{who} decided that it is the same person: {what}',
    },
  ],
  errors: EVIDENCE_ERRORS,
  reads: ['evidenceChecks.*', 'exclusionLists.*', 'exclusionMatches.*', 'providers.*'],
  writes: ['evidenceChecks.*', 'exclusionLists.*', 'exclusionMatches.*'],
} as const satisfies Partial<PluginManifest> & PluginHooks;

type PluginHooks = Pick<NonNullable<PluginManifest['hooks']>, 'preSave' | 'postSave'>;
