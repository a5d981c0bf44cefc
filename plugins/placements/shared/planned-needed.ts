/** Why a start is not confirmed that was never planned. */
export const PLANNED_NEEDED = 'Set a planned start date before you confirm the start.';
