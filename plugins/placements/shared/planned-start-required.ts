/** Why a start is not confirmed that was never planned. */
export const PLANNED_START_REQUIRED = 'Set a planned start date before you confirm the start.';
