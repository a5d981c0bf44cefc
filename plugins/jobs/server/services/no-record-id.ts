/** An id that no record has. */
export const NO_RECORD_ID = '00000000-0000-7000-8000-000000000000';
