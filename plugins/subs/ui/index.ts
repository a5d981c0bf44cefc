import { defineUiContribution } from '#ui';
import { checkMassRejection } from '../shared/rejection.ts';
import { checkReasonRequirement } from './reason-requirement.ts';

/** What the plugin adds to the UI: a no is asked for its reason before anything is sent, of one sub and of many. */
export const subsUi = defineUiContribution({ plugin: 'subs', massUpdateValidators: { subs: checkMassRejection }, transitionRequirements: { 'subs.status': checkReasonRequirement } });
