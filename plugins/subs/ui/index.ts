import { defineUiContribution } from '#ui';
import { checkMassRejection } from '../shared/rejection.ts';
import { askForReason } from './ask-for-reason.ts';

/** What the plugin adds to the UI: a no is asked for its reason before anything is sent, of one sub and of many. */
export const subsUi = defineUiContribution({ plugin: 'subs', massUpdateChecks: { subs: checkMassRejection }, gates: { 'subs.status': askForReason } });
