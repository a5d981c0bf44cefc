/** The error text for a confirmed start without a planned start. */
export const PLANNED_START_REQUIRED = 'Set a planned start date before you confirm the start.';
