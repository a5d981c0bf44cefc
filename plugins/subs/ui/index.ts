import { defineUiContribution } from '#ui';
import { checkMassRejection } from '../shared/rejection.ts';
import { checkReasonRequirement } from './reason-requirement.ts';

/** The plugin's UI contributions: a rejection status prompts for its reason before the save, for one sub and for many. */
export const subsUi = defineUiContribution({
  plugin: 'subs',
  massUpdateValidators: { subs: checkMassRejection },
  transitionRequirements: { 'subs.status': checkReasonRequirement },
});
